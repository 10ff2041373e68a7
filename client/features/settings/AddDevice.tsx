// Switches push on for this device: asks for a name of the device, then for the browser's permission.
import { t } from '#client/device/texts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { guessedDeviceName, PushFailure, pushObstacle, type PushObstacle } from '#client/device/push-permission.ts';
import { HomeScreenSteps } from '#client/features/install/HomeScreenSteps.tsx';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { Button } from '#client/ui/Button.tsx';
import { BellIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { showReply } from '#client/net/show-reply.ts';
import { addOwnDevice } from './own-device.ts';
import { SaveError } from './SaveError.tsx';
import { NameForm } from './NameForm.tsx';

/** In English. */
const obstacleTexts = {
  unsupported: 'Push notifications are not supported on this device.',
  'install-first':
    'On this device, only the installed app gets notifications. Install it in three steps, then open this page again.',
  denied: 'Push notifications were denied.',
  failed: 'Unable to subscribe to push notifications.',
} as const satisfies Readonly<Record<PushObstacle, string>>;

/** What the member can do about it, in English. */
const helpTexts = {
  denied: 'Allow notifications for this site in the settings of your browser or phone, then try again.',
  failed: 'The notification service of your browser did not answer. Try again later, or on another network.',
} as const;

export function AddDevice({ settings }: { readonly settings: Settings }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const adding = useMutation({
    mutationFn: (name: string) => addOwnDevice(name, settings),
    onSuccess: (stored) => {
      showReply(queries, settingsQuery.queryKey, stored);
      setOpen(false);
    },
  });
  const failure = adding.error instanceof PushFailure ? adding.error.obstacle : null;
  const obstacle = failure ?? pushObstacle();
  if (obstacle === 'unsupported' || obstacle === 'install-first') return <Obstacle obstacle={obstacle} isStatic />;
  if (!isOpen)
    return (
      <>
        {obstacle !== null && <Obstacle obstacle={obstacle} isStatic />}
        <Button onClick={() => setOpen(true)}>
          <BellIcon /> {t('Notify me on this device')}
        </Button>
      </>
    );
  return (
    <NameForm
      label={t('Name of the device')}
      initialName={guessedDeviceName()}
      submitLabel={adding.isPending ? t('Switching on…') : t('Switch on notifications')}
      isBusy={adding.isPending}
      onSubmit={adding.mutate}
      onCancel={() => setOpen(false)}
    >
      {obstacle !== null && <Obstacle obstacle={obstacle} isStatic={failure === null} />}
      {adding.isError && failure === null && <SaveError error={adding.error} onDismiss={adding.reset} />}
    </NameForm>
  );
}

/** Why push cannot be switched on. With `isStatic`, screen readers do not announce it. */
function Obstacle({ obstacle, isStatic }: { readonly obstacle: PushObstacle; readonly isStatic: boolean }) {
  const isPermanent = obstacle === 'unsupported' || obstacle === 'install-first';
  return (
    <Notice tone={isPermanent ? 'info' : 'warning'} isStatic={isStatic}>
      {t(obstacleTexts[obstacle])}
      {obstacle === 'install-first' && <HomeScreenSteps />}
      {(obstacle === 'denied' || obstacle === 'failed') && ` ${t(helpTexts[obstacle])}`}
    </Notice>
  );
}
