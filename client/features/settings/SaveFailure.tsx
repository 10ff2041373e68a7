// The text of the error when settings could not be saved, and what to do next.
import { t } from '#client/device/texts.ts';
import { ConnectionLost, isTemporaryRefusal, Refused } from '#client/net/errors.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { FreshLink } from './FreshLink.tsx';
import { isSignInTooOld } from './sign-in-again.ts';

const saveErrorText = 'Could not save your settings.  Perhaps your email address is already registred to another account.';
/** For these errors the server's text is shown, because it is clearer. */
const codesWithOwnText: readonly string[] = ['weak-password', 'bad-email', 'bad-push-endpoint', 'too-many-devices', 'reauth'];
const needsLinkText = 'To change your password, first log in with a link. You then have 15 minutes to change it.';

export interface SaveFailureProps {
  readonly error: Error;
  /** True if a password was to be saved, which requires a recent login by emailed link. */
  readonly isPassword?: boolean;
  readonly onDismiss: () => void;
}

export function SaveFailure({ error, isPassword = false, onDismiss }: SaveFailureProps) {
  const needsLink = isPassword && isSignInTooOld(error);
  return (
    <Notice tone="error" onDismiss={onDismiss}>
      <p>{needsLink ? t(needsLinkText) : errorText(error)}</p>
      {needsLink && (
        <FreshLink returnPath="/settings#account" nextStep={t('Open it on this device: then choose your password here.')} />
      )}
    </Notice>
  );
}

function errorText(error: Error): string {
  if (error instanceof ConnectionLost) return t('You are offline. Nothing was saved.');
  if (isTemporaryRefusal(error)) return error.message;
  if (!(error instanceof Refused)) return t(saveErrorText);
  return codesWithOwnText.includes(error.code) ? error.message : t(saveErrorText);
}
