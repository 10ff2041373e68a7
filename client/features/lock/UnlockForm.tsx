// A form for the PIN or passkey, to unlock the app and to confirm changes to the lock.
import { t } from '#client/device/texts.ts';
import type { LockRecord } from '#client/offline/database-schema.ts';
import { useRef, useState, type FormEvent } from 'react';
import { tryPasskey, tryPin, type Unlocked } from '#client/offline/lock/lock.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { triesText, unlockFailed } from './lock-texts.ts';

export interface UnlockFormProps {
  readonly record: LockRecord;
  /** True while the work for which the member has unlocked goes on. */
  readonly isWorking?: boolean;
  readonly onUnlocked: (unlocked: Unlocked) => void;
}

export function UnlockForm({ record, isWorking = false, onUnlocked }: UnlockFormProps) {
  const [pin, setPin] = useState('');
  const [isUnlocking, setUnlocking] = useState(false);
  const [error, setError] = useState<{ readonly of: 'pin' | 'passkey'; readonly text: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isBusy = isUnlocking || isWorking;

  const unlock = async (of: 'pin' | 'passkey', attempt: () => Promise<Unlocked | string>): Promise<void> => {
    setUnlocking(true);
    setError(null);
    const outcome = await attempt().catch(() => t(unlockFailed));
    setPin('');
    setUnlocking(false);
    if (typeof outcome !== 'string') return onUnlocked(outcome);
    setError({ of, text: outcome });
    // The empty field disables the button, which then loses the focus.
    if (of === 'pin') field.current?.focus();
  };
  const unlockWithPin = async (): Promise<Unlocked | string> => {
    const opening = await tryPin(pin);
    if (opening.is === 'wiped') location.replace('/');
    return opening.is === 'open' ? { root: opening.root, login: null } : triesText(opening);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (pin !== '' && !isBusy) void unlock('pin', unlockWithPin);
  };
  return (
    <div className="stack">
      {record.pin !== null && (
        <form className="stack" onSubmit={submit}>
          <TextField
            ref={field}
            label={t('PIN')}
            type="password"
            value={pin}
            onValue={setPin}
            autoComplete="off"
            autoFocus
            readOnly={isBusy}
            error={error?.of === 'pin' ? error.text : null}
            isErrorSpoken
          />
          <Button type="submit" look="main" isWide disabled={isBusy || pin === ''}>
            {isBusy ? t('One moment…') : t('Unlock')}
          </Button>
        </form>
      )}
      {record.passkey !== null && (
        <Button isWide isOff={isBusy} onClick={() => void unlock('passkey', async () => (await tryPasskey()) ?? t(unlockFailed))}>
          {t('Unlock with passkey')}
        </Button>
      )}
      {error?.of === 'passkey' && <Notice tone="error">{error.text}</Notice>}
    </div>
  );
}
