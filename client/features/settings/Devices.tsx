// The devices that receive push: renamed and removed here.
import { useState, type FormEvent } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { Settings, SettingsChange } from '#shared/contract/settings.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { DeviceIcon, PencilIcon, TrashIcon } from '#client/ui/icons.tsx';
import { TextField } from '#client/ui/TextField.tsx';

export interface DevicesProps {
  readonly settings: Settings;
  readonly onSave: (change: SettingsChange) => void;
}

type Device = Settings['pushSubscriptions'][number];

export function Devices({ settings: { pushSubscriptions: devices }, onSave }: DevicesProps) {
  const [renamed, setRenamed] = useState<Device | null>(null);
  const rename = (deviceName: string): void => {
    onSave({
      pushSubscriptions: devices.map((device) => (device.endpoint === renamed?.endpoint ? { ...device, deviceName } : device)),
    });
    setRenamed(null);
  };
  const remove = ({ endpoint }: Device): void =>
    onSave({ pushSubscriptions: devices.filter((device) => device.endpoint !== endpoint) });
  return (
    <section className="card">
      <h2>Devices with notifications</h2>
      {devices.length === 0 && <p className="soft">None</p>}
      <ul className="devices">
        {devices.map((device) => (
          <li key={device.endpoint} className="device">
            <DeviceIcon />
            <span className="grow">{device.deviceName}</span>
            <Button look="round" onClick={() => setRenamed(device)} aria-label={`Rename ${device.deviceName}`}>
              <PencilIcon />
            </Button>
            <Button look="round" onClick={() => remove(device)} aria-label={`Remove ${device.deviceName}`}>
              <TrashIcon />
            </Button>
          </li>
        ))}
      </ul>
      <Dialog isOpen={renamed !== null} onClose={() => setRenamed(null)} title="Rename device">
        {renamed !== null && <RenameForm name={renamed.deviceName} onRename={rename} />}
      </Dialog>
    </section>
  );
}

function RenameForm({ name: first, onRename }: { readonly name: string; readonly onRename: (name: string) => void }) {
  const [name, setName] = useState(first);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') onRename(name.trim());
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField label="Name of the device" value={name} onValue={setName} maxLength={limits.deviceNameMost} />
      <Button type="submit" look="main" isWide disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  );
}
