// The devices that receive push notifications, with actions to add, rename and remove them.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { ownEndpoint } from '#client/device/push-permission.ts';
import { useStore } from '#client/device/store.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { DeviceIcon, PencilIcon, TrashIcon } from '#client/ui/icons.tsx';
import { AddDevice } from './AddDevice.tsx';
import { NameForm } from './NameForm.tsx';
import { withoutDevice } from './own-device.ts';
import type { SectionProps } from './section-props.ts';
import '#client/ui/list-rows.css';

type Device = Settings['pushSubscriptions'][number];

export function Devices({ settings, isSaving, onSave, onChoose }: SectionProps) {
  const { pushSubscriptions: devices } = settings;
  const [renaming, setRenaming] = useState<Device | null>(null);
  const rename = (deviceName: string): void => {
    onChoose({
      pushSubscriptions: devices.map((device) => (device.endpoint === renaming?.endpoint ? { ...device, deviceName } : device)),
    });
    setRenaming(null);
  };
  const [isRemoving, setRemoving] = useState(false);
  const remove = async ({ endpoint }: Device): Promise<void> => {
    setRemoving(true);
    // Nothing to do: the screen shows the error.
    await onSave({ pushSubscriptions: await withoutDevice(endpoint, devices) }).catch(() => undefined);
    setRemoving(false);
  };
  const own = useStore(ownEndpoint);
  // Each change sends the whole list. A list without the change before it would undo that one.
  const isBusy = isSaving || isRemoving;
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
              onClick={() => void remove(device)}
              aria-label={t('Remove {name}', { name: device.deviceName })}
            >
              <TrashIcon />
            </Button>
          </li>
        ))}
      </ul>
      {!isRemoving && !devices.some(({ endpoint }) => endpoint === own) && <AddDevice settings={settings} />}
      <Dialog isOpen={renaming !== null} onClose={() => setRenaming(null)} title={t('Rename device')}>
        {renaming !== null && (
          <NameForm label={t('Name of the device')} initialName={renaming.deviceName} submitLabel={t('Save')} onSubmit={rename} />
        )}
      </Dialog>
    </>
  );
}
