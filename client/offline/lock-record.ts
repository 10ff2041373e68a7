// What the device keeps of an app lock: the ways to open it, how often it was tried in vain, and when it closes.
import { memberDatabase } from './database.ts';
import type { Wrapped } from './lock-keys.ts';

export interface PinWay extends Wrapped {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
}

export interface PasskeyWay extends Wrapped {
  readonly credentialId: ArrayBuffer;
  /** What the authenticator computes its secret from. */
  readonly salt: Uint8Array<ArrayBuffer>;
}

export interface LockRecord {
  readonly pin: PinWay | null;
  readonly passkey: PasskeyWay | null;
  /** Wrong PINs since the last right one, on this device, whatever tab they were typed in. */
  readonly wrongTries: number;
  /** The app locks itself when it was not used for so long; 0 is as soon as it is hidden. */
  readonly lockAfterMs: number;
}

/** Null where no lock is set. */
export const readLock = (): Promise<LockRecord | null> =>
  memberDatabase.run(['meta'], async (transaction) => recordIn(await transaction.objectStore('meta').get('lock')), null);

/** In one transaction; answers the changed record, or null where no lock is set. */
export const changeLock = (change: (record: LockRecord) => LockRecord): Promise<LockRecord | null> =>
  memberDatabase.run(
    ['meta'],
    async (transaction) => {
      const meta = transaction.objectStore('meta');
      const record = recordIn(await meta.get('lock'));
      if (record === null) return null;
      const next = change(record);
      await meta.put(next, 'lock');
      return next;
    },
    null,
  );

const recordIn = (value: unknown): LockRecord | null =>
  typeof value === 'object' && value !== null && 'wrongTries' in value ? (value as LockRecord) : null;
