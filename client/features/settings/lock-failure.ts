// The text for a member whose app lock could not be changed, and what the next try does.
import { ConnectionLost } from '#client/net/errors.ts';
import { PasskeyUnsupported } from '#client/offline/lock/lock-passkey.ts';
import { NoAccountPasskey, type PasskeyChoice } from '#client/offline/lock/new-lock-passkey.ts';

export function lockFailureText(error: Error): string {
  if (error instanceof NoAccountPasskey)
    return 'None of your account’s passkeys was used, and nothing was changed. Try again to create one that only opens the lock.';
  if (error instanceof PasskeyUnsupported) return 'This device’s passkeys can’t be used for the lock. A PIN works everywhere.';
  if (error instanceof ConnectionLost) return 'The lock can only be removed with a connection. Nothing was changed.';
  return 'That did not work, and nothing was changed. Please try again.';
}

/** The passkey to ask for, as `lockFailureText` has announced it. */
export const choiceAfter = (error: Error | null): PasskeyChoice => (error instanceof NoAccountPasskey ? 'lock only' : 'account');
