// Replaces local storage while a lock is set: entries are in memory, sealed in the database, and shared between tabs.
import { currentDataKeys } from '#client/device/data-keys.ts';
import { localKeys, setVault, readLocal, type Vault } from '#client/device/storage.ts';
import { survivesWipe } from '#client/device/wipe.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { seal, unseal, type Sealed } from '#client/offline/seal.ts';

type Entries = Readonly<Record<string, unknown>>;
type EntryChange = { readonly key: string; readonly value: unknown };

/** These keys do not concern the member, or state that a lock is set. */
const staysPlain = (key: string): boolean => survivesWipe(key) || key === 'lastContact' || key === localKeys.lock;
/** Persisted queries are large and soon refetched, so they are not stored. */
const isStored = ([key]: readonly [string, unknown]): boolean => !key.startsWith('queries:');

let channel: BroadcastChannel | null = null;
let entries = new Map<string, unknown>();
let storing: Promise<unknown> = Promise.resolve();

/** The entries of local storage that concern the member. */
export const plainEntries = (): Entries =>
  Object.fromEntries(
    Object.keys(localStorage)
      .filter((key) => !staysPlain(key))
      .map((key) => [key, readLocal(key)]),
  );

/** Redirects local storage to the vault; requires the keys. */
export async function openVault(): Promise<void> {
  const sealed = await memberDatabase.run(
    ['meta'],
    async (transaction) => transaction.objectStore('meta').get('vault'),
    undefined,
  );
  // This key only stores sealed entries.
  entries = new Map(sealed === undefined ? [] : Object.entries(await unseal(sealed as Sealed<Entries>)));
  channel = new BroadcastChannel('vault');
  channel.addEventListener('message', ({ data: { key, value } }: MessageEvent<EntryChange>) => {
    setEntry(key, value);
    // Local storage would fire this event in other tabs.
    dispatchEvent(new StorageEvent('storage', { key }));
  });
  setVault(vault);
}

/** Writes the vault's entries to local storage. */
export function restorePlain(): void {
  for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value));
}

export function closeVault(): void {
  setVault(null);
  channel?.close();
  channel = null;
  entries = new Map();
}

const vault: Vault = {
  holds: (key) => !staysPlain(key),
  read: (key) => entries.get(key) ?? null,
  write: (key, value) => {
    setEntry(key, value);
    channel?.postMessage({ key, value } satisfies EntryChange);
    storing = storing.then(store, store);
  },
  flush: () => storing,
};

function setEntry(key: string, value: unknown): void {
  if (value === null || value === undefined) entries.delete(key);
  else entries.set(key, value);
}

/** Stores nothing after a wipe. */
async function store(): Promise<void> {
  if (currentDataKeys() === null) return;
  const sealed = await seal<Entries>(Object.fromEntries([...entries].filter(isStored)));
  await memberDatabase.run(
    ['meta'],
    async (transaction) => {
      const meta = transaction.objectStore('meta');
      if ((await meta.get('lock')) !== undefined) await meta.put(sealed, 'vault');
    },
    undefined,
  );
}
