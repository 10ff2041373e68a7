// Texts for a member whose app lock could not be changed.
import { ConnectionLost } from '#client/net/errors.ts';
import { PasskeyUnsupported } from '#client/offline/lock/lock-passkey.ts';

export function lockFailureText(error: Error): string {
  if (error instanceof PasskeyUnsupported) return 'This device’s passkeys can’t be used for the lock. A PIN works everywhere.';
  if (error instanceof ConnectionLost) return 'The lock can only be removed with a connection. Nothing was changed.';
  return 'That did not work, and nothing was changed. Please try again.';
}
