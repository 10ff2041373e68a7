// The app lock's settings: set it with a PIN or passkey; change or remove it after unlocking.
import type { LockRecord } from '#client/offline/database-schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { NewPin } from '#client/features/lock/NewPin.tsx';
import { UnlockForm } from '#client/features/lock/UnlockForm.tsx';
import {
  addPasskey,
  changePin,
  lockAfter,
  lockAfterChoicesMs,
  setPasskeyLock,
  setPinLock,
} from '#client/offline/lock/lock-setting.ts';
import type { Unlocked } from '#client/offline/lock/lock.ts';
import { removeLock } from '#client/offline/lock/lock-change.ts';
import type { Root } from '#client/offline/root-keys.ts';
import { PasskeyUnsupported } from '#client/offline/lock/lock-passkey.ts';
import { arePasskeysSupported, NoAccountPasskey, type PasskeyChoice } from '#client/offline/lock/new-lock-passkey.ts';
import { readLock } from '#client/offline/lock/lock-record.ts';
import { unregisterLock } from '#client/offline/lock/server-lock.ts';
import { lockNow, stopWatchingUse } from '#client/offline/lock/lock-tabs.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Select } from '#client/ui/Select.tsx';

const lockAfterLabels: Readonly<Record<string, string>> = Object.fromEntries(
  lockAfterChoicesMs.map((ms) => [
    String(ms),
    ms === 0 ? 'As soon as it is hidden' : `After ${ms === 60_000 ? 'a minute' : `${ms / 60_000} minutes`} without use`,
  ]),
);

export function Lock() {
  const { data: record, refetch } = useQuery({ queryKey: ['lock'], queryFn: readLock, staleTime: 0 });
  const refresh = (): void => void refetch();
  return (
    <>
      {!isSecureContext || !('locks' in navigator) ? (
        <p className="soft">This browser can’t lock the app here.</p>
      ) : record === undefined ? null : record === null ? (
        <SetLock onChanged={refresh} />
      ) : (
        <LockSettings record={record} onChanged={refresh} />
      )}
    </>
  );
}

function SetLock({ onChanged }: { readonly onChanged: () => void }) {
  const own = useOwnProfileId();
  const [isOpen, setOpen] = useState(false);
  const setting = useMutation({
    mutationFn: (pin: string | null): Promise<void> =>
      pin === null ? setPasskeyLock(own, choiceAfter(setting.error)) : setPinLock(own, pin),
    onSuccess: onChanged,
  });
  return (
    <>
      <p className="soft">
        Asks for a PIN or a passkey before the app opens. Your data on this device is always encrypted; with a lock, its key is
        too, and only the PIN or passkey opens it. A passkey of your account also logs you in again when it opens the app and your
        login has ended; your device may show your email address with it. While the app is locked, the server gives this browser
        nothing of yours, notifications show no details, and unsent messages wait. If you forget the PIN, you have to log out and
        lose what has not been sent.
      </p>
      {isOpen ? (
        <NewPin submitLabel="Set the lock" isBusy={setting.isPending} onPin={(pin) => setting.mutate(pin)} />
      ) : (
        <div className="row">
          <Button onClick={() => setOpen(true)}>Lock with a PIN</Button>
          {arePasskeysSupported() && (
            <Button disabled={setting.isPending} onClick={() => setting.mutate(null)}>
              Lock with a passkey
            </Button>
          )}
        </div>
      )}
      {setting.isError && <Notice tone="error">{failureText(setting.error)}</Notice>}
    </>
  );
}

type Task = 'pin' | 'passkey' | 'remove';

const taskTitles: Readonly<Record<Task, string>> = { pin: 'PIN', passkey: 'Passkey', remove: 'Remove the lock' };

function LockSettings({ record, onChanged }: { readonly record: LockRecord; readonly onChanged: () => void }) {
  const [task, setTask] = useState<Task | null>(null);
  const [root, setRoot] = useState<Root | null>(null);
  const close = (): void => {
    setTask(null);
    setRoot(null);
    onChanged();
  };
  const changing = useMutation({ mutationFn: (work: () => Promise<void>) => work(), onSuccess: close });
  const unlocked = ({ root: opened }: Unlocked): void => {
    if (task === 'remove') changing.mutate(() => unregisterLock().then(removeLock).then(stopWatchingUse));
    else if (task === 'passkey') changing.mutate(() => addPasskey(opened, choiceAfter(changing.error)));
    else setRoot(opened);
  };
  const choose = async (ms: string): Promise<void> => {
    await lockAfter(Number(ms));
    onChanged();
  };
  return (
    <>
      <Select
        label="Lock the app"
        value={String(record.lockAfterMs)}
        onValue={(ms) => void choose(ms)}
        options={lockAfterLabels}
      />
      <div className="row">
        <Button look="main" onClick={lockNow}>
          Lock now
        </Button>
        <Button onClick={() => setTask('pin')}>{record.pin === null ? 'Add a PIN' : 'Change the PIN'}</Button>
        {arePasskeysSupported() && (
          <Button onClick={() => setTask('passkey')}>{record.passkey === null ? 'Add a passkey' : 'Change the passkey'}</Button>
        )}
        <Button look="danger" onClick={() => setTask('remove')}>
          Remove the lock
        </Button>
      </div>
      <Dialog isOpen={task !== null} onClose={close} title={task === null ? '' : taskTitles[task]}>
        {root === null ? (
          <UnlockForm record={record} onUnlocked={unlocked} />
        ) : (
          <NewPin
            submitLabel="Save the PIN"
            isBusy={changing.isPending}
            onPin={(pin) => changing.mutate(() => changePin(root, pin))}
          />
        )}
        {changing.isError && <Notice tone="error">{failureText(changing.error)}</Notice>}
      </Dialog>
    </>
  );
}

/** The notice about the failure announces it. */
const choiceAfter = (error: Error | null): PasskeyChoice => (error instanceof NoAccountPasskey ? 'lock only' : 'account');

function failureText(error: Error): string {
  if (error instanceof NoAccountPasskey)
    return 'None of your account’s passkeys was used, and nothing was changed. Try again to create one that only opens the lock.';
  if (error instanceof PasskeyUnsupported) return 'This device’s passkeys can’t be used for the lock. A PIN works everywhere.';
  if (error instanceof ConnectionLost) return 'The lock can only be removed with a connection. Nothing was changed.';
  return 'That did not work, and nothing was changed. Please try again.';
}
