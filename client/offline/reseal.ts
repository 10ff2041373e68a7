// Encrypts all data of the device database again: when an app lock is set or removed, or if an older build has not encrypted it.
import type { DataKeys } from '#client/device/data-keys.ts';
import type { LockRecord } from './database-schema.ts';
import { everyStore, memberDatabase, memberStores, type MemberTransaction } from './database.ts';
import type { Root } from './root-keys.ts';
import { seal, sealName, unseal, unsealName, type Sealed } from './seal.ts';

/** For each store, the fields that identify a member, and the fields with content. */
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
  readonly vault: unknown;
  readonly rows: Rows;
}

/** What is needed to open the data after it is encrypted again. */
export interface Opening {
  /** The record of an app lock. Null without one. */
  readonly lock: LockRecord | null;
  /** The root, if there is no key file for it. Otherwise null. */
  readonly root: Root | null;
}

/** The maximum number of attempts. An attempt fails if another tab writes. */
const maxTries = 20;

/**
 * Encrypts all data again in one transaction: from the current keys, or none, to `keys`. Nothing can be encrypted inside a
 * transaction, so the data is read again if it has changed before the transaction.
 */
export async function resealAll(keys: DataKeys, { lock, root }: Opening): Promise<void> {
  const recoding = recodingTo(keys);
  for (let tries = 0; tries < maxTries; tries++) {
    const before = await memberDatabase.run(everyStore, null, contentsOf);
    if (before === null) throw new Error('The device has no database.');
    const [owner, sender, vault, rows] = await Promise.all([
      nameOrNone(before.owner, recoding),
      nameOrNone(before.sender, recoding),
      before.vault === undefined ? undefined : recoding.content(before.vault as Sealed<unknown>),
      recodedRows(before.rows, recoding),
    ]);
    const isDone = await memberDatabase.run(everyStore, false, async (transaction) => {
      if (fingerprintOf(await contentsOf(transaction)) !== fingerprintOf(before)) return false;
      const meta = transaction.objectStore('meta');
      for (const store of memberStores) {
        await transaction.objectStore(store).clear();
        // The cast is safe, because the rows were read from this store.
        for (const row of rows[store]) await transaction.objectStore(store).put(row as never);
      }
      for (const [key, value] of Object.entries({ owner, sender, vault, lock, root }))
        // The cast is needed, because each key has another type of value.
        await (value == null ? meta.delete(key as 'owner') : meta.put(value as string, key as 'owner'));
      return true;
    });
    if (isDone) return;
  }
  throw new Error('Other tabs kept writing to the database.');
}

interface Recoding {
  readonly name: (name: string) => Promise<string>;
  readonly content: (content: Sealed<unknown>) => Promise<unknown>;
}

const recodingTo = (keys: DataKeys): Recoding => ({
  name: async (name) => sealName(await unsealName(name), keys),
  content: async (content) => seal(await unseal(content), keys),
});

async function contentsOf(transaction: MemberTransaction): Promise<Contents> {
  const meta = transaction.objectStore('meta');
  const owner = await meta.get('owner');
  const sender = await meta.get('sender');
  const vault: unknown = await meta.get('vault');
  const all = await Promise.all(memberStores.map((store) => transaction.objectStore(store).getAll()));
  const entries = memberStores.map((store, n) => [store, all[n] ?? []]);
  // The cast is safe, because each store's rows have its type.
  return { owner, sender, vault, rows: Object.fromEntries(entries) as Rows };
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

/** Encrypted contents are equal if their initialisation vectors are, because these are random. Their data is left out. */
const fingerprintOf = (contents: Contents): string =>
  JSON.stringify(contents, (_key, value: unknown) => (value instanceof Uint8Array ? value.join() : value));
