// The words for a download of the member's data that failed.
import { t } from '#client/device/texts.ts';
import { ConnectionLost, isTemporaryRefusal, Refused } from '#client/net/errors.ts';
import { isSignInTooOld } from './sign-in-again.ts';

export function downloadFailureText(error: Error): string {
  if (error instanceof ConnectionLost) return t('The connection was lost before the download was complete. Please try again.');
  if (error instanceof Refused && error.status === 429)
    return t('You can download your data three times a day. Please try again later.');
  return isSignInTooOld(error) || isTemporaryRefusal(error)
    ? error.message
    : t('Your data could not be collected. Please try again.');
}
