// Why the settings could not be saved, and what to do about it.
import { Link } from '@tanstack/react-router';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Notice } from '#client/ui/Notice.tsx';

const savingFailed = 'Could not save your settings.  Perhaps your email address is already registred to another account.';
/** The server's own words are clearer for these. */
const plainCodes: readonly string[] = [
  'weak-password',
  'bad-email',
  'bad-push-endpoint',
  'too-many-devices',
  'too-many-requests',
];

export function SaveFailure({ error, onDismiss }: { readonly error: Error; readonly onDismiss: () => void }) {
  return (
    <Notice tone="error" onDismiss={onDismiss}>
      {textOf(error)}
      {error instanceof Refused && error.code === 'reauth' && (
        <>
          {' '}
          <Link to="/register">Get a login link</Link>
        </>
      )}
    </Notice>
  );
}

function textOf(error: Error): string {
  if (error instanceof ConnectionLost) return 'You are offline. Nothing was saved.';
  if (!(error instanceof Refused)) return savingFailed;
  if (error.code === 'reauth')
    return 'To change your password, log in once more with a link: that has to be less than 15 minutes ago.';
  return plainCodes.includes(error.code) ? error.message : savingFailed;
}
