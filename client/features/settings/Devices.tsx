// The devices that receive push notifications, with actions to add, rename and remove them.
import { t } from '#client/device/texts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { ownEndpoint } from '#client/device/push-permission.ts';
import { useStore } from '#client/device/store.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { showReply } from '#client/net/show-reply.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { DeviceIcon, PencilIcon, TrashIcon } from '#client/ui/icons.tsx';
import { AddDevice } from './AddDevice.tsx';
import { NameForm } from './NameForm.tsx';
import { SaveError } from './SaveError.tsx';
import { removeDevice, renameDevice } from './own-device.ts';
import type { SectionProps } from './section-props.ts';
import '#client/ui/list-rows.css';

type Device = Settings['pushSubscriptions'][number];

export function Devices({ settings }: SectionProps) {
  const queries = useQueryClient();
  const { pushSubscriptions: devices } = settings;
  const [renaming, setRenaming] = useState<Device | null>(null);
  const changing = useMutation({
    mutationFn: (change: () => Promise<Settings>) => change(),
    onSuccess: (stored) => showReply(queries, settingsQuery.queryKey, stored),
  });
  const isBusy = changing.isPending;
  const own = useStore(ownEndpoint);
  return (
    <>
      {devices.length === 0 && <p className="soft">{t('devices|None')}</p>}
      <ul className="list-rows">
        {devices.map((device) => (
          <li key={device.endpoint} className="list-row">
            <DeviceIcon />
            <span className="grow">
              {device.deviceName}
              {device.endpoint === own && <span className="soft"> {t('(this device)')}</span>}
            </span>
            <Button
              look="round"
              disabled={isBusy}
              onClick={() => setRenaming(device)}
              aria-label={t('Rename {name}', { name: device.deviceName })}
            >
              <PencilIcon />
            </Button>
            <Button
              look="round"
              disabled={isBusy}
              onClick={() => changing.mutate(() => removeDevice(device.endpoint))}
              aria-label={t('Remove {name}', { name: device.deviceName })}
            >
              <TrashIcon />
            </Button>
          </li>
        ))}
      </ul>
      {changing.isError && <SaveError error={changing.error} onDismiss={changing.reset} />}
      {!isBusy && !devices.some(({ endpoint }) => endpoint === own) && <AddDevice settings={settings} />}
      <Dialog isOpen={renaming !== null} onClose={() => setRenaming(null)} title={t('Rename device')}>
        {renaming !== null && (
          <NameForm
            label={t('Name of the device')}
            initialName={renaming.deviceName}
            submitLabel={t('Save')}
            onSubmit={(deviceName) => {
              changing.mutate(() => renameDevice(renaming.endpoint, deviceName));
              setRenaming(null);
            }}
          />
        )}
      </Dialog>
    </>
  );
}
