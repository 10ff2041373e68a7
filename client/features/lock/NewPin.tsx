// A form to choose a PIN: typed twice, with its strength shown while typing.
import { t } from '#client/device/texts.ts';
import { useState, type FormEvent } from 'react';
import { minPinLength } from '#client/offline/lock/lock.ts';
import { Button } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { pinStrength } from './lock-texts.ts';

export interface NewPinProps {
  readonly submitLabel: string;
  readonly isBusy: boolean;
  readonly onPin: (pin: string) => void;
}

export function NewPin({ submitLabel, isBusy, onPin }: NewPinProps) {
  const [pin, setPin] = useState('');
  const [repeated, setRepeated] = useState('');
  const strength = pinStrength(pin, minPinLength);
  const isMismatch = repeated !== '' && repeated !== pin;
  const isValid = strength.level !== 'short' && repeated === pin;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isValid && !isBusy) onPin(pin);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={t('New PIN')}
        type="password"
        value={pin}
        onValue={setPin}
        autoComplete="off"
        help={<span aria-live="polite">{strength.text}</span>}
      />
      <TextField
        label={t('Repeat the PIN')}
        type="password"
        value={repeated}
        onValue={setRepeated}
        autoComplete="off"
        error={isMismatch ? t('The PINs don’t match.') : null}
      />
      <Button type="submit" look="main" disabled={!isValid || isBusy}>
        {isBusy ? t('One moment…') : submitLabel}
      </Button>
    </form>
  );
}
