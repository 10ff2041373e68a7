// The member's data on this device in one IndexedDB: its migrations, its transactions, and whose it is.
import { openDB, type IDBPDatabase, type IDBPTransaction, type OpenDBCallbacks, type StoreNames } from 'idb';
import type { MemberSchema } from './database-schema.ts';
import { sealName } from './seal.ts';

export type MemberStore = StoreNames<MemberSchema>;
type Connection = IDBPDatabase<MemberSchema>;
export type MemberTransaction = IDBPTransaction<MemberSchema, MemberStore[], 'readwrite'>;
/** One step from a version to the next. Awaits nothing but the database. */
export type Migration = (
  database: Connection,
  transaction: IDBPTransaction<MemberSchema, MemberStore[], 'versionchange'>,
) => unknown;

/** Steps are only ever appended and only ever add, so that a tab of the build before goes on working beside a newer one. */
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
];

export interface MemberDatabase {
  /**
   * Runs `work` in one transaction; `work` awaits nothing but the transaction. Answers `otherwise` where no member's data
   * is on the device. Rejects where the browser gives no storage.
   */
  readonly run: <T>(
    stores: readonly MemberStore[],
    work: (transaction: MemberTransaction) => Promise<T>,
    otherwise: T,
  ) => Promise<T>;
  /** The same for data of `profile`; false, with nothing written, when it is not this member's device, or was locked meanwhile. */
  readonly write: (
    profile: string,
    stores: readonly MemberStore[],
    work: (transaction: MemberTransaction) => Promise<unknown>,
  ) => Promise<boolean>;
  /** The device is this member's from now on, and they are logged in; data of another member is removed. Nothing else makes the database. */
  readonly claim: (profile: string) => Promise<void>;
  /** Resolves once a member has claimed it: the first answers of a page come before that, and are cached then. */
  readonly claimed: Promise<void>;
  /** Nobody is logged in: the member's waiting writes stay until they log in again. */
  readonly release: () => Promise<void>;
  readonly owner: () => Promise<string | null>;
  /** The member logged in, for the worker, which cannot know it otherwise; null while a lock is set: the worker has no keys. */
  readonly sender: () => Promise<string | null>;
  readonly isLockSet: () => Promise<boolean>;
  /** Deletes the database, in all tabs. */
  readonly wipe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createDatabase(name = 'member', steps: readonly Migration[] = migrations): MemberDatabase {
  let opening: Promise<Connection | null> | null = null;
  const claimed = Promise.withResolvers<void>();

  const hold = (connecting: Promise<Connection | null>): Promise<Connection | null> => {
    const own = connecting.then(
      (connection) => {
        if (connection === null && opening === own) opening = null;
        return connection;
      },
      (trouble: unknown) => {
        if (opening === own) opening = null;
        throw trouble;
      },
    );
    opening = own;
    return own;
  };
  const openAnew = (mayCreate: boolean): Promise<Connection | null> => open(name, steps, mayCreate, () => (opening = null));

  /** A screen may be looking for a database while the member it is to be made for logs in: then it is made after that. */
  const connect = (mayCreate: boolean): Promise<Connection | null> => {
    if (opening === null) return hold(openAnew(mayCreate));
    return mayCreate ? hold(opening.then((connection) => connection ?? openAnew(true))) : opening;
  };

  /** A newer tab or a logout may have closed the connection between two calls: then it is opened again, once. */
  async function begin(stores: readonly MemberStore[]): Promise<MemberTransaction | null> {
    try {
      return (await connect(false))?.transaction([...stores], 'readwrite') ?? null;
    } catch (trouble) {
      if (!isNamed(trouble, 'InvalidStateError')) throw trouble;
      opening = null;
      return (await connect(false))?.transaction([...stores], 'readwrite') ?? null;
    }
  }

  async function run<T>(
    stores: readonly MemberStore[],
    work: (transaction: MemberTransaction) => Promise<T>,
    otherwise: T,
  ): Promise<T> {
    const transaction = await begin(stores);
    if (transaction === null) return otherwise;
    try {
      const result = await work(transaction);
      await transaction.done;
      return result;
    } catch (trouble) {
      abort(transaction);
      throw trouble;
    }
  }

  const write: MemberDatabase['write'] = async (profile, stores, work) => {
    const name = await sealName(profile);
    return run(
      [...stores, 'meta'],
      async (transaction) => {
        if ((await transaction.objectStore('meta').get('owner')) !== name) return false;
        await work(transaction);
        return true;
      },
      false,
    );
  };

  async function claim(profile: string): Promise<void> {
    await connect(true);
    const name = await sealName(profile);
    await run(
      everyStore,
      async (transaction) => {
        const meta = transaction.objectStore('meta');
        const owner = await meta.get('owner');
        // Another tab has just set a lock: this one will ask for the keys, and must not treat the data as another member's.
        if (name === profile && (await meta.get('lock')) !== undefined) return;
        if (owner !== undefined && owner !== name) {
          await Promise.all(memberStores.map((store) => transaction.objectStore(store).clear()));
          // The lock is the device's: it stays.
          await meta.delete('revision');
        }
        await meta.put(name, 'owner');
        await meta.put(name, 'sender');
      },
      undefined,
    );
    claimed.resolve();
  }

  const named = (key: 'owner' | 'sender'): Promise<string | null> =>
    run(
      ['meta'],
      async (transaction) => {
        const value = await transaction.objectStore('meta').get(key);
        return typeof value === 'string' ? value : null;
      },
      null,
    );

  const isLockSet = (): Promise<boolean> =>
    run(['meta'], async (transaction) => (await transaction.objectStore('meta').get('lock')) !== undefined, false);

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
    release: () => run(['meta'], (transaction) => transaction.objectStore('meta').delete('sender'), undefined),
    owner: () => named('owner'),
    sender: async () => ((await isLockSet()) ? null : named('sender')),
    isLockSet,
    wipe: async () => {
      await close();
      await deleted(name);
    },
    close,
  };
}

/** The one that the app and its worker use; nothing is opened before it is asked for something. */
export const memberDatabase = createDatabase();

export const wipeDatabase = (): Promise<void> => memberDatabase.wipe();

/** The stores with content that a member wrote or saw. */
export const memberStores = ['outbox', 'drafts', 'profiles', 'briefs', 'lists', 'messages', 'uploads', 'uploadFiles'] as const;
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
    const database = await openDB<MemberSchema>(name, steps.length, callbacks).catch((trouble: unknown) => {
      // A newer build has been here already: its steps have only added to what this one needs.
      if (isNamed(trouble, 'VersionError')) return openDB<MemberSchema>(name, undefined, callbacks);
      throw trouble;
    });
    // Neither a newer build nor a logout in another tab may wait for this one.
    database.addEventListener('versionchange', () => {
      database.close();
      onClosed();
    });
    return database;
  } catch (trouble) {
    if (isMissing) return null;
    throw trouble;
  }
}

function deleted(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error(`The database ${name} stays`)));
  });
}

function abort(transaction: { readonly done: Promise<void>; abort(): void }): void {
  transaction.done.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

const isNamed = (trouble: unknown, name: string): boolean => trouble instanceof DOMException && trouble.name === name;
