// The section of the settings that sets an app lock, with a PIN or a passkey.
import { t } from '#client/device/texts.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { NewPin } from '#client/features/lock/NewPin.tsx';
import { readLock } from '#client/offline/lock/lock-record.ts';
import { arePasskeysSupported } from '#client/device/passkey-use.ts';
import { Button } from '#client/ui/Button.tsx';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { say } from '#client/ui/header-messages.ts';
import { lazyPart, loadPart } from '#client/ui/lazy-part.ts';

const LockSettings = lazyPart(() => import('./LockSettings.tsx'), 'LockSettings');
const LockFailure = lazyPart(() => import('./LockFailure.tsx'), 'LockFailure');

const noticeMs = 4_000;

export const lockQuery = queryOptions({ queryKey: ['lock'], queryFn: readLock, staleTime: 0 });

export function Lock() {
  const { data: record, refetch } = useQuery(lockQuery);
  const refresh = (): void => void refetch();
  return (
    <>
      {!isSecureContext || !('locks' in navigator) ? (
        <p className="soft">{t('This browser can’t lock the app here.')}</p>
      ) : record === undefined ? null : record === null ? (
        <SetLock onChanged={refresh} />
      ) : (
        <Suspense>
          <LockSettings record={record} onChanged={refresh} />
        </Suspense>
      )}
    </>
  );
}

function SetLock({ onChanged }: { readonly onChanged: () => void }) {
  const own = useOwnProfileId();
  const [isOpen, setOpen] = useState(false);
  const setting = useMutation({
    mutationFn: async (pin: string | null): Promise<void> => {
      const { setNewLock } = await loadPart(() => import('./set-new-lock.ts'));
      await setNewLock(own, pin, setting.error);
    },
    onSuccess: () => {
      onChanged();
      say(t('The app lock is on.'), 'notice', noticeMs);
    },
  });
  return (
    <>
      <p className="soft">
        {t(
          'The app asks for a PIN or a passkey before it opens. If you forget the PIN, you have to log out, and lose what has not been sent.',
        )}
      </p>
      <Disclosure line={t('How the lock works')}>
        <ul className="lock-facts soft">
          <li>{t('Your data on this device is always encrypted. With a lock, only the PIN or passkey opens its key.')}</li>
          <li>
            {t(
              'While the app is locked, this browser gets none of your data, notifications show no details, and unsent messages wait.',
            )}
          </li>
          <li>
            {t(
              'If you use a passkey of your account and your login has ended, it also logs you in again. Your device may show your email address with the passkey.',
            )}
          </li>
        </ul>
      </Disclosure>
      {isOpen ? (
        <NewPin submitLabel={t('Set the lock')} isBusy={setting.isPending} onPin={(pin) => setting.mutate(pin)} />
      ) : (
        <div className="row">
          <Button
            onClick={() => {
              setting.reset();
              setOpen(true);
            }}
          >
            {t('Lock with a PIN')}
          </Button>
          {arePasskeysSupported() && (
            <Button disabled={setting.isPending} onClick={() => setting.mutate(null)}>
              {t('Lock with a passkey')}
            </Button>
          )}
        </div>
      )}
      {setting.isError && (
        <Suspense>
          <LockFailure error={setting.error} />
        </Suspense>
      )}
    </>
  );
}
