// Sets an app lock with a PIN, or with a passkey.
import { setPasskeyLock, setPinLock } from '#client/offline/lock/lock-setting.ts';
import { choiceAfter } from './lock-failure.ts';

/** `pin` is null for a passkey. `failed` is the error of the last try. */
export const setNewLock = (profile: string, pin: string | null, failed: Error | null): Promise<void> =>
  pin === null ? setPasskeyLock(profile, choiceAfter(failed)) : setPinLock(profile, pin);
