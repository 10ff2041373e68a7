// The root of the data keys if there is no app lock: in a key file, or else in the device database.
import { writeKeyFile } from '#client/device/key-file.ts';
import { readKeyFile } from '#client/device/read-key-file.ts';
import { memberDatabase } from './database.ts';
import type { Root } from './root-keys.ts';

/** Changes of the keys run one at a time in all tabs. */
export const withKeyLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? work() : navigator.locks.request('lock-change', work);

/** The owner, root and lock that the database contains. */
export const storedKeys = () =>
  memberDatabase.run(['meta'], { owner: null, root: undefined, isLockSet: false }, async (transaction) => {
    const meta = transaction.objectStore('meta');
    const owner = await meta.get('owner');
    return {
      owner: typeof owner === 'string' ? owner : null,
      root: await meta.get('root'),
      isLockSet: (await meta.get('lock')) !== undefined,
    };
  });

/** `inDatabase`, the value of 'root' in the database, or else the root from the key file. */
export const storedRoot = async (inDatabase: unknown): Promise<Root | null> =>
  inDatabase instanceof Uint8Array ? Uint8Array.from(inDatabase) : readKeyFile('device-key');

/** Stores the root in a key file. If there are no key files, resolves to the root, and the caller stores it in the database. */
export const storeRoot = async (root: Root): Promise<Root | null> => ((await writeKeyFile('device-key', root)) ? null : root);
