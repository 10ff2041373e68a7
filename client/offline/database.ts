// The member's IndexedDB database: migrations, transactions, and whose data it is.
import { deleteDB, openDB, type IDBPDatabase, type IDBPTransaction, type OpenDBCallbacks, type StoreNames } from 'idb';
import type { MemberSchema } from './database-schema.ts';
import { currentDataKeys } from '#client/device/data-keys.ts';
import { retryAfterMakingRoom } from './full-device.ts';
import { canSeal, Locked, sealName, unsealName } from './seal.ts';

export type MemberStore = StoreNames<MemberSchema>;
type Connection = IDBPDatabase<MemberSchema>;
export type MemberTransaction = IDBPTransaction<MemberSchema, MemberStore[], 'readwrite'>;
/** Migrates from one version to the next. It must await nothing but the database. */
export type Migration = (
  database: Connection,
  transaction: IDBPTransaction<MemberSchema, MemberStore[], 'versionchange'>,
) => unknown;

/** Append-only. Each migration keeps what tabs of older builds need, because they may be open at the same time. */
export const migrations: readonly Migration[] = [
  (database) => {
    database.createObjectStore('meta');
    const outbox = database.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true });
    outbox.createIndex('byId', 'id', { unique: true });
    outbox.createIndex('byProfile', 'profile');
    database.createObjectStore('drafts', { keyPath: ['profile', 'id'] });
    database.createObjectStore('profiles', { keyPath: ['profile', 'id'] }).createIndex('bySaved', ['profile', 'savedMs']);
    database.createObjectStore('briefs', { keyPath: ['profile', 'id'] }).createIndex('bySaved', ['profile', 'savedMs']);
    database.createObjectStore('lists', { keyPath: ['profile', 'id'] });
    database.createObjectStore('messages', { keyPath: ['profile', 'peer', 'sequence'] }).createIndex('byId', ['profile', 'id']);
  },
  (database) => {
    const uploads = database.createObjectStore('uploads', { keyPath: 'order', autoIncrement: true });
    uploads.createIndex('byId', 'id', { unique: true });
    uploads.createIndex('byProfile', 'profile');
    database.createObjectStore('uploadFiles', { keyPath: ['profile', 'id'] });
  },
  // Sockets of earlier builds resumed from this number. It counted the writes of all members.
  (_, transaction) => transaction.objectStore('meta').delete('revision' as 'cursor'),
];

/** Runs before the transaction. What it awaits cannot be awaited inside. */
type Prepare = (owner: string) => Promise<(transaction: MemberTransaction) => Promise<unknown>>;

export interface MemberDatabase {
  /**
   * Runs `work` in one transaction. `work` must await nothing but the transaction. If the device is full, it may run twice. Resolves to
   * `otherwise` if there is no database. Rejects if the browser has no storage.
   */
  readonly run: <T>(
    stores: readonly MemberStore[],
    otherwise: T,
    work: (transaction: MemberTransaction) => Promise<T>,
  ) => Promise<T>;
  /**
   * Runs the work that `prepare` returns after it has encrypted the rows. Resolves to false without writing if the data belongs to
   * another member, or another tab has changed the keys. If this tab changed them, it prepares again.
   */
  readonly write: (profile: string, stores: readonly MemberStore[], prepare: Prepare) => Promise<boolean>;
  /** Makes the member the owner and the sender, and removes another member's data. It alone creates the database. Rejects without keys. */
  readonly claim: (profile: string) => Promise<void>;
  /** Resolves at the first `claim`. Replies that come before wait for it to be cached. */
  readonly claimed: Promise<void>;
  /** Removes the sender at logout. The member's waiting writes stay. */
  readonly release: () => Promise<void>;
  /** The encrypted name of the member whose data this is. */
  readonly owner: () => Promise<string | null>;
  /** The logged-in member, for the worker. Null if there is an app lock. */
  readonly sender: () => Promise<string | null>;
  readonly isLockSet: () => Promise<boolean>;
  /** Deletes the database in all tabs. */
  readonly wipe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createDatabase(name = 'member', steps: readonly Migration[] = migrations): MemberDatabase {
  let opening: Promise<Connection | null> | null = null;
  const claimed = Promise.withResolvers<void>();

  const setOpening = (connecting: Promise<Connection | null>): Promise<Connection | null> => {
    const own = connecting.then(
      (connection) => {
        if (connection === null && opening === own) opening = null;
        return connection;
      },
      (error: unknown) => {
        if (opening === own) opening = null;
        throw error;
      },
    );
    opening = own;
    return own;
  };
  const openNew = (mayCreate: boolean): Promise<Connection | null> => open(name, steps, mayCreate, () => (opening = null));

  /** While an open request without creation is pending, a login may create the database. It is then created afterwards. */
  const connect = (mayCreate: boolean): Promise<Connection | null> => {
    if (opening === null) return setOpening(openNew(mayCreate));
    return mayCreate ? setOpening(opening.then((connection) => connection ?? openNew(true))) : opening;
  };

  /** Tries twice, because a newer tab or a logout may have closed the connection. */
  async function begin(stores: readonly MemberStore[]): Promise<MemberTransaction | null> {
    try {
      return (await connect(false))?.transaction([...stores], 'readwrite') ?? null;
    } catch (error) {
      if (!isNamed(error, 'InvalidStateError')) throw error;
      opening = null;
      return (await connect(false))?.transaction([...stores], 'readwrite') ?? null;
    }
  }

  const run: MemberDatabase['run'] = (stores, otherwise, work) => {
    const isOwnWork = stores.some((store) => ownWorkStores.includes(store));
    return isOwnWork ? retryAfterMakingRoom(() => runOnce(stores, otherwise, work)) : runOnce(stores, otherwise, work);
  };

  async function runOnce<T>(
    stores: readonly MemberStore[],
    otherwise: T,
    work: (transaction: MemberTransaction) => Promise<T>,
  ): Promise<T> {
    const transaction = await begin(stores);
    if (transaction === null) return otherwise;
    try {
      const result = await work(transaction);
      await transaction.done;
      return result;
    } catch (error) {
      abort(transaction);
      throw transaction.error ?? error;
    }
  }

  const write: MemberDatabase['write'] = async (profile, stores, prepare) => {
    for (;;) {
      const keys = currentDataKeys();
      if (keys === null && canSeal()) return false;
      const owner = await sealName(profile);
      const work = await prepare(owner);
      const isOwn = await run([...stores, 'meta'], false, async (transaction) => {
        if ((await transaction.objectStore('meta').get('owner')) !== owner) return false;
        await work(transaction);
        return true;
      });
      if (isOwn || currentDataKeys() === keys) return isOwn;
    }
  };

  async function claim(profile: string): Promise<void> {
    if (currentDataKeys() === null && canSeal()) throw new Locked();
    await connect(true);
    const [name, before] = await Promise.all([sealName(profile), storedName('owner')]);
    // Another tab has changed the keys, so the data is still this member's.
    if (before !== null && !(await isUnsealable(before))) return;
    await run(everyStore, undefined, async (transaction) => {
      const meta = transaction.objectStore('meta');
      const owner = (await meta.get('owner')) ?? null;
      if (owner !== before && owner !== name) return;
      if (owner !== null && owner !== name) {
        await Promise.all(memberStores.map((store) => transaction.objectStore(store).clear()));
        // The lock stays, because it belongs to the device.
        await meta.delete('cursor');
      }
      await meta.put(name, 'owner');
      await meta.put(name, 'sender');
    });
    claimed.resolve();
  }

  const storedName = (key: 'owner' | 'sender'): Promise<string | null> =>
    run(['meta'], null, async (transaction) => {
      const value = await transaction.objectStore('meta').get(key);
      return typeof value === 'string' ? value : null;
    });

  const isLockSet = (): Promise<boolean> =>
    run(['meta'], false, async (transaction) => (await transaction.objectStore('meta').get('lock')) !== undefined);

  async function close(): Promise<void> {
    const closing = opening;
    opening = null;
    (await closing?.catch(() => null))?.close();
  }

  return {
    run,
    write,
    claim,
    claimed: claimed.promise,
    release: () => run(['meta'], undefined, (transaction) => transaction.objectStore('meta').delete('sender')),
    owner: () => storedName('owner'),
    sender: async () => {
      const sender = (await isLockSet()) ? null : await storedName('sender');
      return sender === null ? null : unsealName(sender);
    },
    isLockSet,
    wipe: async () => {
      await close();
      await deleteDB(name);
    },
    close,
  };
}

/** The database of the app and the worker. It is opened when it is first used. */
export const memberDatabase = createDatabase();

/** The stores that contain data of a member. */
export const memberStores = ['outbox', 'drafts', 'profiles', 'briefs', 'lists', 'messages', 'uploads', 'uploadFiles'] as const;
/** The stores of what only this device has. */
const ownWorkStores: readonly MemberStore[] = ['outbox', 'drafts', 'uploads', 'uploadFiles'];
export const everyStore: readonly MemberStore[] = ['meta', ...memberStores];

async function open(
  name: string,
  steps: readonly Migration[],
  mayCreate: boolean,
  onClosed: () => void,
): Promise<Connection | null> {
  let isMissing = false;
  const callbacks: OpenDBCallbacks<MemberSchema> = {
    async upgrade(database, from, _to, transaction) {
      if (from === 0 && !mayCreate) {
        isMissing = true;
        abort(transaction);
      } else for (const step of steps.slice(from)) await step(database, transaction);
    },
    terminated: onClosed,
  };
  try {
    const database = await openDB<MemberSchema>(name, steps.length, callbacks).catch((error: unknown) => {
      // A newer build has migrated the database. Migrations are compatible with older builds.
      if (isNamed(error, 'VersionError')) return openDB<MemberSchema>(name, undefined, callbacks);
      throw error;
    });
    // The connection must not block a migration or a logout in another tab.
    database.addEventListener('versionchange', () => {
      database.close();
      onClosed();
    });
    return database;
  } catch (error) {
    if (isMissing) return null;
    throw error;
  }
}

function abort(transaction: { readonly done: Promise<void>; abort(): void }): void {
  transaction.done.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}

const isUnsealable = (name: string): Promise<boolean> =>
  unsealName(name).then(
    () => true,
    () => false,
  );

const isNamed = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name;
