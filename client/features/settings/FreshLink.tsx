// A button that emails a login link. The link leads back to a screen.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { storeReturnPathForOtherTabs } from '#client/device/storage.ts';
import { settingsQuery, useFreshLink } from '#client/features/session/session.queries.ts';
import { Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';

export interface FreshLinkProps {
  /** The path to open after the login. */
  readonly returnPath: string;
  /** The sentence that says to open the link on this device, and what follows. Translated. */
  readonly nextStep: string;
}

export function FreshLink({ returnPath, nextStep }: FreshLinkProps) {
  const { data } = useQuery(settingsQuery);
  const requesting = useFreshLink();
  if (requesting.isSuccess)
    return (
      <p>
        {data === undefined
          ? t('If your address can receive email, a login link is on its way.')
          : t('If {email} can receive email, a login link is on its way.', { email: data.email })}{' '}
        {nextStep}
      </p>
    );
  return (
    <>
      {requesting.isError && (
        <p>{requesting.error instanceof Refused ? requesting.error.message : t('That didn’t work. Please try again.')}</p>
      )}
      <Button
        disabled={requesting.isPending}
        onClick={() => requesting.mutate(undefined, { onSuccess: () => storeReturnPathForOtherTabs(returnPath) })}
      >
        {t('Email me a login link')}
      </Button>
    </>
  );
}
