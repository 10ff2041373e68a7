// Asks for the PIN or passkey, to unlock and before the lock is changed: an open app left lying around must keep its lock.
import type { LockRecord } from '#client/offline/database-schema.ts';
import { useState, type FormEvent } from 'react';
import { tryPasskey, tryPin } from '#client/offline/lock/lock.ts';
import type { Root } from '#client/offline/lock/lock-keys.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { triesText, unlockFailed } from './lock-words.ts';

export interface ProveLockProps {
  readonly record: LockRecord;
  readonly onProved: (root: Root) => void;
}

export function ProveLock({ record, onProved }: ProveLockProps) {
  const [pin, setPin] = useState('');
  const [isTrying, setTrying] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const prove = async (attempt: () => Promise<Root | string>): Promise<void> => {
    setTrying(true);
    setFailure(null);
    const outcome = await attempt().catch(() => unlockFailed);
    setPin('');
    setTrying(false);
    if (typeof outcome === 'string') setFailure(outcome);
    else onProved(outcome);
  };
  const byPin = async (): Promise<Root | string> => {
    const opening = await tryPin(pin);
    if (opening.is === 'wiped') location.replace('/');
    return opening.is === 'open' ? opening.root : triesText(opening);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (pin !== '' && !isTrying) void prove(byPin);
  };
  return (
    <div className="stack">
      {record.pin !== null && (
        <form className="stack" onSubmit={submit}>
          <TextField label="PIN" type="password" value={pin} onValue={setPin} autoComplete="off" autoFocus disabled={isTrying} />
          <Button type="submit" look="main" isWide disabled={isTrying || pin === ''}>
            {isTrying ? 'One moment…' : 'Unlock'}
          </Button>
        </form>
      )}
      {record.passkey !== null && (
        <Button isWide disabled={isTrying} onClick={() => void prove(async () => (await tryPasskey()) ?? unlockFailed)}>
          Unlock with passkey
        </Button>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </div>
  );
}
