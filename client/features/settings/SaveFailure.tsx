// The error shown when saving settings fails, with the next step.
import { useQuery } from '@tanstack/react-query';
import { settingsQuery, useFreshLink } from '#client/features/session/session.queries.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';

const saveErrorText = 'Could not save your settings.  Perhaps your email address is already registred to another account.';
/** The server's texts are clearer for these errors. */
const codesWithOwnText: readonly string[] = [
  'weak-password',
  'bad-email',
  'bad-push-endpoint',
  'too-many-devices',
  'too-many-requests',
];

export function SaveFailure({ error, onDismiss }: { readonly error: Error; readonly onDismiss: () => void }) {
  return (
    <Notice tone="error" onDismiss={onDismiss}>
      <p>{errorText(error)}</p>
      {error instanceof Refused && error.code === 'reauth' && <FreshLink />}
    </Notice>
  );
}

function errorText(error: Error): string {
  if (error instanceof ConnectionLost) return 'You are offline. Nothing was saved.';
  if (!(error instanceof Refused)) return saveErrorText;
  if (error.code === 'reauth') return 'To change your password, first log in with a link. You then have 15 minutes.';
  return codesWithOwnText.includes(error.code) ? error.message : saveErrorText;
}

function FreshLink() {
  const { data } = useQuery(settingsQuery);
  const requesting = useFreshLink();
  if (requesting.isSuccess)
    return (
      <p>
        If {data?.email ?? 'your address'} can receive email, a login link is on its way. Open it on this device, then choose your
        password here.
      </p>
    );
  return (
    <>
      {requesting.isError && (
        <p>{requesting.error instanceof Refused ? requesting.error.message : 'That did not work. Please try again.'}</p>
      )}
      <Button disabled={requesting.isPending} onClick={() => requesting.mutate()}>
        Email me a login link
      </Button>
    </>
  );
}
