// A button that emails a login link. The link leads back to a screen.
import { useQuery } from '@tanstack/react-query';
import { storeReturnPathOfLink } from '#client/device/storage.ts';
import { settingsQuery, useFreshLink } from '#client/features/session/session.queries.ts';
import { Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';

export interface FreshLinkProps {
  /** The path to open after the login. */
  readonly returnPath: string;
  /** The end of the sentence "Open it on this device: …". */
  readonly nextStep: string;
}

export function FreshLink({ returnPath, nextStep }: FreshLinkProps) {
  const { data } = useQuery(settingsQuery);
  const requesting = useFreshLink();
  if (requesting.isSuccess)
    return (
      <p>
        If {data?.email ?? 'your address'} can receive email, a login link is on its way. Open it on this device: {nextStep}
      </p>
    );
  return (
    <>
      {requesting.isError && (
        <p>{requesting.error instanceof Refused ? requesting.error.message : 'That did not work. Please try again.'}</p>
      )}
      <Button
        disabled={requesting.isPending}
        onClick={() => requesting.mutate(undefined, { onSuccess: () => storeReturnPathOfLink(returnPath) })}
      >
        Email me a login link
      </Button>
    </>
  );
}
