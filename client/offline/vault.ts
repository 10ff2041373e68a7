// The vault has a member's entries in place of local storage: in memory, encrypted in the database, and shared between tabs.
import { currentDataKeys } from '#client/device/data-keys.ts';
import { inTime } from '#client/device/in-time.ts';
import { lastProfileId } from '#client/device/session-record.ts';
import { hasVault, localKeys, plainKeys, setVault, readLocal, returnPathKey, type Vault } from '#client/device/storage.ts';
import { longestOpeningMs } from '#client/device/storage-opening.ts';
import { survivesWipe } from '#client/device/wipe.ts';
import { memberDatabase } from './database.ts';
import { retryAfterMakingRoom } from './full-device.ts';
import { seal, unseal, unsealName, type Sealed } from './seal.ts';

type Entries = Readonly<Record<string, unknown>>;
type EntryChange = { readonly key: string; readonly value: unknown };

/** True for the settings of the device and `plainKeys`, and for the path to return to after a login, when there is no member yet. */
const staysPlain = (key: string): boolean => survivesWipe(key) || key in plainKeys || key === returnPathKey;

let channel: BroadcastChannel | null = null;
let entries = new Map<string, unknown>();
let storing: Promise<unknown> = Promise.resolve();

/**
 * Makes the vault replace local storage, and moves what an older build has left there, except cached queries, which are removed. It needs
 * the keys.
 */
export async function openVault(): Promise<void> {
  entries = new Map();
  channel ??= openChannel();
  const sealed = await memberDatabase.run(['meta'], undefined, async (transaction) =>
    transaction.objectStore('meta').get('vault'),
  );
  // The cast is safe, because only encrypted entries are stored under this key.
  const stored = sealed === undefined ? {} : await unseal(sealed as Sealed<Entries>);
  const [owner, loggedIn] = [stored[localKeys.lastProfileId], lastProfileId()];
  // Another member has logged in while this hung. The next start removes the entries.
  if (owner !== undefined && loggedIn !== null && owner !== loggedIn) return;
  // Entries that other tabs have written in the meantime are newer.
  entries = new Map([...Object.entries(stored), ...entries]);
  const plain = plainKeysHere();
  for (const key of plain) if (!key.startsWith('queries:')) setEntry(key, readLocal(key));
  setVault(vault);
  // What a tab of an older build has written in the meantime is taken over at the next start.
  if (plain.length > 0 && (await storeVault())) removePlainEntries(plain);
}

/** Returns false if the data is no longer this member's, or another tab has changed the keys. */
export async function storeVault(): Promise<boolean> {
  const keys = currentDataKeys();
  const owner = await memberDatabase.owner();
  if (keys === null || owner === null || (await unsealName(owner, keys).catch(() => null)) === null) return false;
  const sealed = await seal<Entries>(Object.fromEntries(entries), keys);
  const isStored = await retryAfterMakingRoom(() =>
    memberDatabase.run(['meta'], false, async (transaction) => {
      const meta = transaction.objectStore('meta');
      if ((await meta.get('owner')) !== owner) return false;
      await meta.put(sealed, 'vault');
      return true;
    }),
  );
  if (isStored && localStorage.getItem(localKeys.vault) === null) localStorage.setItem(localKeys.vault, 'true');
  return isStored;
}

export function removePlainEntries(keys = plainKeysHere()): void {
  // The session is removed first, so that no tab acts for the member while other entries are removed.
  if (keys.includes(localKeys.sessionRecord)) localStorage.removeItem(localKeys.sessionRecord);
  for (const key of keys) localStorage.removeItem(key);
}

/** True for the worker's caches with data of a member. */
const isMemberCache = (name: string): boolean => name.startsWith('member-') || name === 'shared-pictures';

export async function deleteMemberCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter(isMemberCache);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Resolves when the entries written before are stored. Nothing is stored afterwards. */
export async function closeVault(): Promise<void> {
  setVault(null);
  channel?.close();
  channel = null;
  await storing.catch(() => undefined);
  entries = new Map();
}

const plainKeysHere = (): readonly string[] => Object.keys(localStorage).filter((key) => !staysPlain(key));

function openChannel(): BroadcastChannel {
  const opened = new BroadcastChannel('vault');
  opened.addEventListener('message', ({ data: { key, value } }: MessageEvent<EntryChange>) => {
    setEntry(key, value);
    // While the vault opens, the other entries are not here yet.
    if (!hasVault()) return;
    // Both tabs may have written at the same time without each other's entry, so the vault is stored again.
    storeSoon();
    // Local storage would fire this event in other tabs.
    dispatchEvent(new StorageEvent('storage', { key }));
  });
  return opened;
}

const vault: Vault = {
  holds: (key) => !staysPlain(key),
  read: (key) => entries.get(key) ?? null,
  write: (key, value) => {
    setEntry(key, value);
    channel?.postMessage({ key, value } satisfies EntryChange);
    storeSoon();
  },
  flush: () => inTime(storing, longestOpeningMs),
};

function storeSoon(): void {
  storing = storing.then(storeVault, storeVault);
  // `flush` rejects if it failed. The next write stores all entries again.
  storing.catch(() => undefined);
}

function setEntry(key: string, value: unknown): void {
  if (value === null || value === undefined) entries.delete(key);
  else entries.set(key, value);
}
