// The root of the data keys while no app lock is set: in a key file, else in the device database.
import { writeKeyFile } from '#client/device/key-file.ts';
import { readKeyFile } from '#client/device/read-key-file.ts';
import { memberDatabase } from './database.ts';
import type { Root } from './root-keys.ts';

/** Changes of the keys run one at a time in all tabs. */
export const changingKeys = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? work() : navigator.locks.request('lock-change', work);

/** What the database holds of the owner, of the root and of a lock. */
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

/** `inDatabase` is what the database holds under 'root'. */
export const storedRoot = async (inDatabase: unknown): Promise<Root | null> =>
  inDatabase instanceof Uint8Array ? Uint8Array.from(inDatabase) : readKeyFile('device-key');

/** Stores the root in a key file. Where there is none, resolves to the root, which has to be stored in the database. */
export const keepRoot = async (root: Root): Promise<Root | null> => ((await writeKeyFile('device-key', root)) ? null : root);
