// The entries of local storage while a lock is set: in memory, sealed in the device database, shared with the other tabs.
import { currentDataKeys } from '#client/device/data-keys.ts';
import { localKeys, setVault, readLocal, type Vault } from '#client/device/storage.ts';
import { survivesWipe } from '#client/device/wipe.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { seal, unseal, type Sealed } from '#client/offline/seal.ts';

type Entries = Readonly<Record<string, unknown>>;
type Word = { readonly key: string; readonly value: unknown };

/** Says only when a server was heard; and the mark of the lock itself. */
const staysPlain = (key: string): boolean => survivesWipe(key) || key === 'lastContact' || key === localKeys.lock;
/** Large, and fetched again soon: held in memory only. */
const isStored = ([key]: readonly [string, unknown]): boolean => !key.startsWith('queries:');

let channel: BroadcastChannel | null = null;
let held = new Map<string, unknown>();
let storing: Promise<unknown> = Promise.resolve();

/** All of local storage that says something of a member. */
export const plainEntries = (): Entries =>
  Object.fromEntries(
    Object.keys(localStorage)
      .filter((key) => !staysPlain(key))
      .map((key) => [key, readLocal(key)]),
  );

/** From now on local storage is read from and written to the vault; needs the keys. */
export async function openVault(): Promise<void> {
  const sealed = await memberDatabase.run(
    ['meta'],
    async (transaction) => transaction.objectStore('meta').get('vault'),
    undefined,
  );
  // Nothing else is stored under this key.
  held = new Map(sealed === undefined ? [] : Object.entries(await unseal(sealed as Sealed<Entries>)));
  channel = new BroadcastChannel('vault');
  channel.addEventListener('message', ({ data: { key, value } }: MessageEvent<Word>) => {
    hold(key, value);
    // As local storage itself does to the other tabs.
    dispatchEvent(new StorageEvent('storage', { key }));
  });
  setVault(vault);
}

/** Local storage is as it was before there was a lock. */
export function restorePlain(): void {
  for (const [key, value] of held) localStorage.setItem(key, JSON.stringify(value));
}

export function closeVault(): void {
  setVault(null);
  channel?.close();
  channel = null;
  held = new Map();
}

const vault: Vault = {
  holds: (key) => !staysPlain(key),
  read: (key) => held.get(key) ?? null,
  write: (key, value) => {
    hold(key, value);
    channel?.postMessage({ key, value } satisfies Word);
    storing = storing.then(store, store);
  },
  flush: () => storing,
};

function hold(key: string, value: unknown): void {
  if (value === null || value === undefined) held.delete(key);
  else held.set(key, value);
}

/** A device that was wiped meanwhile keeps nothing. */
async function store(): Promise<void> {
  if (currentDataKeys() === null) return;
  const sealed = await seal<Entries>(Object.fromEntries([...held].filter(isStored)));
  await memberDatabase.run(
    ['meta'],
    async (transaction) => {
      const meta = transaction.objectStore('meta');
      if ((await meta.get('lock')) !== undefined) await meta.put(sealed, 'vault');
    },
    undefined,
  );
}
