// Sets and removes the app lock, sealing or unsealing all data on the device in one transaction.
import type { LockRecord } from '#client/offline/database-schema.ts';
import { currentDataKeys, setDataKeys, type DataKeys } from '#client/device/data-keys.ts';
import { localKeys, readLocal, tabKeys, writeLocal } from '#client/device/storage.ts';
import { everyStore, memberDatabase, memberStores, type MemberTransaction } from '#client/offline/database.ts';
import { keysOf, type Root } from './lock-keys.ts';
import { readLock } from './lock-record.ts';
import { closeVault, openVault, plainEntries, restorePlain } from './lock-vault.ts';
import { seal, sealName, unseal, unsealName, type Sealed } from '#client/offline/seal.ts';

/** Setting, removing and reading the lock run one at a time in all tabs. */
const changing = 'lock-change';
/** The number of attempts while other tabs write. */
const maxTries = 20;
/** The worker's caches of member data. */
const isMemberCache = (name: string): boolean => name.startsWith('member-') || name === 'shared-pictures';

/** The fields of a row that identify a member, and those with content. */
const shapes = {
  outbox: { names: ['profile', 'queue'], content: 'write' },
  drafts: { names: ['profile', 'id'], content: 'value' },
  profiles: { names: ['profile', 'id'], content: 'value' },
  briefs: { names: ['profile', 'id'], content: 'value' },
  lists: { names: ['profile', 'id'], content: 'value' },
  messages: { names: ['profile', 'peer', 'id'], content: 'value' },
  uploads: { names: ['profile'], content: 'value' },
  uploadFiles: { names: ['profile'], content: 'value' },
} as const;

type Store = (typeof memberStores)[number];
type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<Store, readonly Row[]>>;

interface Contents {
  readonly owner: unknown;
  readonly sender: unknown;
  readonly rows: Rows;
}

interface Recoding {
  readonly name: (name: string) => Promise<string>;
  readonly content: (content: Sealed<unknown>) => Promise<unknown>;
}

/**
 * Seals all data of `profile` under keys from `root` and stores `record`. After a crash all data is either plain or
 * sealed. Other tabs reload and receive the keys from this one.
 */
export const setLock = (profile: string, root: Root, record: LockRecord): Promise<void> =>
  navigator.locks.request(changing, async () => {
    const keys = await keysOf(root);
    await memberDatabase.claim(profile);
    // Written first, so that a starting tab waits, and no tab takes the missing session for a logout.
    writeLocal(localKeys.lock, 'open');
    const vault = await seal(plainEntries(), keys);
    await recodeAll(sealing(keys), { lock: record, vault });
    setDataKeys(keys);
    await openVault();
    await removePlainData();
    await closeNotifications();
  });

/** Stores all data plain again; requires the keys. */
export const removeLock = (): Promise<void> =>
  navigator.locks.request(changing, async () => {
    const keys = currentDataKeys();
    if (keys === null) return;
    // A crash after this line leaves plain and sealed data; the next start removes the invalid one.
    restorePlain();
    await recodeAll(unsealing(keys), null);
    closeVault();
    setDataKeys(null);
    writeLocal(localKeys.lock, null);
  });

/** Returns the lock at the app's start, and finishes an interrupted change. */
export const lockAtStart = (): Promise<LockRecord | null> =>
  navigator.locks.request(changing, async () => {
    // If the database is unreadable, the lock's key remains in local storage and no member data is shown.
    const record = await readLock().catch(() => undefined);
    if (record === null) writeLocal(localKeys.lock, null);
    else await removePlainData();
    return record ?? null;
  });

/** Wipes the database if its lock has no key in local storage: it cannot be opened, and would block the device. */
export async function removeOrphanedLock(): Promise<void> {
  await navigator.locks.request(changing, async () => {
    if (readLocal(localKeys.lock) === null && (await memberDatabase.isLockSet())) await memberDatabase.wipe();
  });
}

async function removePlainData(): Promise<void> {
  // The session is removed first, so that no tab acts for the member while other keys disappear.
  localStorage.removeItem(localKeys.sessionRecord);
  for (const key of Object.keys(plainEntries())) localStorage.removeItem(key);
  const remaining: readonly string[] = Object.values(tabKeys);
  // Return paths and scroll positions.
  for (const key of Object.keys(sessionStorage)) if (!remaining.includes(key)) sessionStorage.removeItem(key);
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter(isMemberCache);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Notifications shown before the lock may contain names. */
async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

const sealing = (keys: DataKeys): Recoding => ({
  name: (name) => sealName(name, keys),
  content: (content) => seal(content, keys),
});

const unsealing = (keys: DataKeys): Recoding => ({
  name: (name) => unsealName(name, keys),
  content: (content) => unseal(content, keys),
});

/** Sealing cannot be awaited inside a transaction, so the data is read again if it has changed meanwhile. */
async function recodeAll(
  recoding: Recoding,
  lock: { readonly lock: LockRecord; readonly vault: Sealed<Readonly<Record<string, unknown>>> } | null,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    const before = await memberDatabase.run(everyStore, contentsOf, null);
    if (before === null) throw new Error('The device has no database.');
    const [owner, sender, rows] = await Promise.all([
      nameOrNone(before.owner, recoding),
      nameOrNone(before.sender, recoding),
      recodedRows(before.rows, recoding),
    ]);
    const isDone = await memberDatabase.run(
      everyStore,
      async (transaction) => {
        if (fingerprintOf(await contentsOf(transaction)) !== fingerprintOf(before)) return false;
        const meta = transaction.objectStore('meta');
        for (const store of memberStores) {
          await transaction.objectStore(store).clear();
          // The rows were read from this store.
          for (const row of rows[store]) await transaction.objectStore(store).put(row as never);
        }
        if (owner !== null) await meta.put(owner, 'owner');
        if (sender !== null) await meta.put(sender, 'sender');
        await (lock === null ? meta.delete('lock') : meta.put(lock.lock, 'lock'));
        await (lock === null ? meta.delete('vault') : meta.put(lock.vault, 'vault'));
        return true;
      },
      false,
    );
    if (isDone) return;
  }
  throw new Error('Other tabs kept writing to the database.');
}

async function contentsOf(transaction: MemberTransaction): Promise<Contents> {
  const meta = transaction.objectStore('meta');
  const owner = await meta.get('owner');
  const sender = await meta.get('sender');
  const all = await Promise.all(memberStores.map((store) => transaction.objectStore(store).getAll()));
  const entries = memberStores.map((store, n) => [store, all[n] ?? []]);
  // Each store's rows have its type.
  return { owner, sender, rows: Object.fromEntries(entries) as Rows };
}

async function recodedRows(rows: Rows, recoding: Recoding): Promise<Rows> {
  const entries = memberStores.map(async (store) => [
    store,
    await Promise.all(rows[store].map((row) => recodedRow(store, row, recoding))),
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Rows;
}

async function recodedRow(store: Store, row: Row, { name, content }: Recoding): Promise<Row> {
  const shape = shapes[store];
  const names = await Promise.all(shape.names.map(async (field) => [field, await name(String(row[field]))]));
  const recoded = await content(row[shape.content] as Sealed<unknown>);
  return { ...row, ...Object.fromEntries(names), [shape.content]: recoded };
}

const nameOrNone = async (value: unknown, { name }: Recoding): Promise<string | null> =>
  typeof value === 'string' ? name(value) : null;

/** Two sealed contents are the same when their first bytes, which are random, are. */
const fingerprintOf = (contents: Contents): string =>
  JSON.stringify(contents, (_key, value: unknown) => (value instanceof Uint8Array ? value.join() : value));
