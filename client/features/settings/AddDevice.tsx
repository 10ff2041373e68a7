// Turns on push for this device: asks for a device name, then for the browser's permission.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { guessedDeviceName, PushFailure, pushObstacle, type PushObstacle } from '#client/device/push-permission.ts';
import { HomeScreenSteps } from '#client/features/install/HomeScreenSteps.tsx';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { Button } from '#client/ui/Button.tsx';
import { BellIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { addOwnDevice } from './own-device.ts';
import { SaveFailure } from './SaveFailure.tsx';

const obstacleTexts: Readonly<Record<PushObstacle, string>> = {
  unsupported: 'Push notifications are not supported on this device.',
  'install-first':
    'On this device, only the installed app gets notifications. Install it in three steps, then come back to this page.',
  denied: 'Push notifications were denied.',
  failed: 'Unable to subscribe to push notifications.',
};

const allowHelp = 'Allow notifications for this site in the settings of your browser or phone, then try again.';

export function AddDevice({ settings }: { readonly settings: Settings }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState(guessedDeviceName);
  const adding = useMutation({
    mutationFn: () => addOwnDevice(name.trim(), settings),
    onSuccess: (stored) => {
      queries.setQueryData(settingsQuery.queryKey, stored);
      setOpen(false);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') adding.mutate();
  };
  const failure = adding.error instanceof PushFailure ? adding.error.obstacle : null;
  const obstacle = failure ?? pushObstacle();
  if (obstacle === 'unsupported' || obstacle === 'install-first') return <Obstacle obstacle={obstacle} />;
  if (!isOpen)
    return (
      <>
        {obstacle !== null && <Obstacle obstacle={obstacle} />}
        <Button onClick={() => setOpen(true)}>
          <BellIcon /> Notify me on this device
        </Button>
      </>
    );
  return (
    <form className="stack" onSubmit={submit}>
      <TextField label="Name of the device" value={name} onValue={setName} maxLength={limits.maxDeviceNameLength} />
      {obstacle !== null && <Obstacle obstacle={obstacle} />}
      {adding.isError && failure === null && <SaveFailure error={adding.error} onDismiss={adding.reset} />}
      <div className="row">
        <Button type="submit" look="main" disabled={name.trim() === '' || adding.isPending}>
          {adding.isPending ? 'Subscribing…' : 'Switch on notifications'}
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  );
}

function Obstacle({ obstacle }: { readonly obstacle: PushObstacle }) {
  const isPermanent = obstacle === 'unsupported' || obstacle === 'install-first';
  return (
    <Notice tone={isPermanent ? 'info' : 'warning'} isStatic={isPermanent}>
      {obstacleTexts[obstacle]}
      {obstacle === 'install-first' && <HomeScreenSteps />}
      {obstacle === 'denied' && ` ${allowHelp}`}
    </Notice>
  );
}
