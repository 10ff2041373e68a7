// The app lock's stored record: wrapped keys, wrong tries and idle timeout.
import type { LockRecord } from '#client/offline/database-schema.ts';
import { memberDatabase } from '#client/offline/database.ts';

/** Null if there is no lock. */
export const readLock = (): Promise<LockRecord | null> =>
  memberDatabase.run(['meta'], null, async (transaction) => recordIn(await transaction.objectStore('meta').get('lock')));

/** Resolves to the changed record, or to null if there is no lock. */
export const changeLock = (change: (record: LockRecord) => LockRecord): Promise<LockRecord | null> =>
  memberDatabase.run(['meta'], null, async (transaction) => {
    const meta = transaction.objectStore('meta');
    const record = recordIn(await meta.get('lock'));
    if (record === null) return null;
    const next = change(record);
    await meta.put(next, 'lock');
    return next;
  });

const recordIn = (value: unknown): LockRecord | null =>
  typeof value === 'object' && value !== null && 'wrongTries' in value ? (value as LockRecord) : null;
