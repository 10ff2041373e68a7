// The error after saving settings failed, with the next step.
import { useQuery } from '@tanstack/react-query';
import { settingsQuery, useFreshLink } from '#client/features/session/session.queries.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
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
      <p>{textOf(error)}</p>
      {error instanceof Refused && error.code === 'reauth' && <FreshLink />}
    </Notice>
  );
}

function textOf(error: Error): string {
  if (error instanceof ConnectionLost) return 'You are offline. Nothing was saved.';
  if (!(error instanceof Refused)) return savingFailed;
  if (error.code === 'reauth') return 'To change your password, log in with a link first, less than 15 minutes before.';
  return plainCodes.includes(error.code) ? error.message : savingFailed;
}

/** After the link has logged in, the password is typed once more. */
function FreshLink() {
  const { data } = useQuery(settingsQuery);
  const asking = useFreshLink();
  if (asking.isSuccess)
    return (
      <p>
        If mail reaches {data?.email ?? 'you'}, a login link is on its way. Open it on this device, then choose your password
        here.
      </p>
    );
  return (
    <>
      {asking.isError && <p>{asking.error instanceof Refused ? asking.error.message : 'That did not work. Please try again.'}</p>}
      <Button disabled={asking.isPending} onClick={() => asking.mutate()}>
        Mail me a login link
      </Button>
    </>
  );
}
