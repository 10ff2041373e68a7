// The screen of the locked app: unlock, log out or clear the device. It shows no name, neither the app's nor the member's.
import { t } from '#client/device/texts.ts';
import type { LockRecord } from '#client/offline/database-schema.ts';
import { useEffect, useState } from 'react';
import { open } from '#client/offline/lock/lock.ts';
import { requestChallengeEarly, type LoginByUnlock } from '#client/offline/lock/lock-login.ts';
import { Button } from '#client/ui/Button.tsx';
import { focusNow } from '#client/ui/focus-now.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { HoldButton } from './HoldButton.tsx';
import { UnlockForm } from './UnlockForm.tsx';
import './lock.css';

export interface LockScreenProps {
  readonly record: LockRecord;
  readonly onOpen: (login: LoginByUnlock | null) => void;
  readonly onLogOut: () => void;
  readonly onPanic: () => void;
}

export function LockScreen({ record, onOpen, onLogOut, onPanic }: LockScreenProps) {
  const [isLoggingOut, setLoggingOut] = useState(false);
  const [hasCancelled, setCancelled] = useState(false);
  const canLogIn = record.passkey?.rpId !== undefined;
  useEffect(() => {
    if (canLogIn) requestChallengeEarly();
  }, [canLogIn]);
  return (
    <main className="lock-screen">
      <h1>{t('Locked')}</h1>
      <UnlockForm record={record} onUnlocked={({ root, login }) => void open(root).then(() => onOpen(login))} />
      {isLoggingOut ? (
        <>
          <Spoken>
            <Notice tone="warning" isStatic>
              {t('Everything this app stores on this device will be deleted, including anything not sent yet.')}
            </Notice>
          </Spoken>
          <div className="row">
            <Button look="danger" onClick={onLogOut}>
              {t('Log out and delete')}
            </Button>
            <Button
              onClick={() => {
                setLoggingOut(false);
                setCancelled(true);
              }}
            >
              {t('Cancel')}
            </Button>
          </div>
        </>
      ) : (
        <div className="lock-actions">
          <Button look="quiet" onClick={() => setLoggingOut(true)} ref={hasCancelled ? focusNow : null}>
            {t('Log out')}
          </Button>
          <HoldButton label={t('Hold to clear this app')} onHeld={onPanic} />
        </div>
      )}
    </main>
  );
}
