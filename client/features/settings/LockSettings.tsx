// The settings of an existing app lock. After unlocking, the member can change or remove it.
import { t } from '#client/device/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { duration } from '#shared/formats/numbers.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import { locale } from '#client/device/locale.ts';
import { UnlockForm } from '#client/features/lock/UnlockForm.tsx';
import { NewPin } from '#client/features/lock/NewPin.tsx';
import type { LockRecord } from '#client/offline/database-schema.ts';
import type { Root } from '#client/offline/root-keys.ts';
import { removeLock } from '#client/offline/lock/lock-change.ts';
import { addPasskey, changePin, lockAfter, lockAfterChoicesMs } from '#client/offline/lock/lock-setting.ts';
import type { Unlocked } from '#client/offline/lock/lock.ts';
import { arePasskeysSupported } from '#client/device/passkey-use.ts';
import { unregisterLock } from '#client/offline/lock/server-lock.ts';
import { lockNow, stopWatchingUse } from '#client/offline/lock/lock-tabs.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { say } from '#client/ui/header-messages.ts';
import { Select } from '#client/ui/Select.tsx';
import { choiceAfter } from './lock-failure.ts';
import { LockFailure } from './LockFailure.tsx';

function lockAfterLabel(ms: number): string {
  if (ms === 0) return t('As soon as it is hidden');
  return ms === minuteMs
    ? t('After a minute without use')
    : t('After {duration} without use', { duration: duration(ms, locale()) });
}

const lockAfterLabels = (): Readonly<Record<string, string>> =>
  Object.fromEntries(lockAfterChoicesMs.map((ms) => [String(ms), lockAfterLabel(ms)]));

const noticeMs = 4_000;

type Task = 'pin' | 'passkey' | 'remove';

/** In English. */
const taskTitles = { pin: 'PIN', passkey: 'Passkey', remove: 'Remove the lock' } as const satisfies Readonly<
  Record<Task, string>
>;

export function LockSettings({ record, onChanged }: { readonly record: LockRecord; readonly onChanged: () => void }) {
  const [task, setTask] = useState<Task | null>(null);
  const [root, setRoot] = useState<Root | null>(null);
  const close = (): void => {
    setTask(null);
    setRoot(null);
    changing.reset();
    onChanged();
  };
  const changing = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onSuccess: () => {
      close();
      say(task === 'remove' ? t('The app lock is off.') : t('Saved'), 'notice', noticeMs);
    },
  });
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
        label={t('Lock the app')}
        value={String(record.lockAfterMs)}
        onValue={(ms) => void choose(ms)}
        options={lockAfterLabels()}
      />
      <div className="row">
        <Button look="main" onClick={lockNow}>
          {t('Lock now')}
        </Button>
        <Button onClick={() => setTask('pin')}>{record.pin === null ? t('Add a PIN') : t('Change the PIN')}</Button>
        {arePasskeysSupported() && (
          <Button onClick={() => setTask('passkey')}>
            {record.passkey === null ? t('Add a passkey') : t('Change the passkey')}
          </Button>
        )}
        <Button look="danger" onClick={() => setTask('remove')}>
          {t('Remove the lock')}
        </Button>
      </div>
      <Dialog isOpen={task !== null} onClose={close} title={task === null ? '' : t(taskTitles[task])}>
        {root === null ? (
          <UnlockForm record={record} isWorking={changing.isPending} onUnlocked={unlocked} />
        ) : (
          <NewPin
            submitLabel={t('Save the PIN')}
            isBusy={changing.isPending}
            onPin={(pin) => changing.mutate(() => changePin(root, pin))}
          />
        )}
        {changing.isError && <LockFailure error={changing.error} />}
      </Dialog>
    </>
  );
}
