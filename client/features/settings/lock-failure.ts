// Says why the app lock could not be changed, and what happens at the next try.
import { t } from '#client/device/texts.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { PasskeyUnsupported } from '#client/offline/lock/lock-passkey.ts';
import { NoAccountPasskey, type PasskeyChoice } from '#client/offline/lock/new-lock-passkey.ts';

export function lockFailureText(error: Error): string {
  if (error instanceof NoAccountPasskey)
    return t(
      'None of your account’s passkeys was used, and nothing was changed. Try again to create one that only opens the lock.',
    );
  if (error instanceof PasskeyUnsupported) return t('This device’s passkeys can’t be used for the lock. A PIN works everywhere.');
  if (error instanceof ConnectionLost) return t('The lock can only be removed with a connection. Nothing was changed.');
  return t('That did not work, and nothing was changed. Please try again.');
}

/** The passkey that the next try asks for, as `lockFailureText` has said. */
export const choiceAfter = (error: Error | null): PasskeyChoice => (error instanceof NoAccountPasskey ? 'lock only' : 'account');
