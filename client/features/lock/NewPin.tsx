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
  const [isChecked, setChecked] = useState(false);
  const isShort = strength.level === 'short';
  const isMismatch = repeated !== pin && (isChecked || repeated !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isShort && repeated === pin && !isBusy) onPin(pin);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={t('New PIN')}
        type="password"
        value={pin}
        onValue={(next) => {
          setPin(next);
          setChecked(false);
        }}
        autoComplete="off"
        autoFocus
        error={isChecked && isShort ? strength.text : null}
        help={!(isChecked && isShort) && <span aria-live="polite">{strength.text}</span>}
      />
      <TextField
        label={t('Repeat the PIN')}
        type="password"
        value={repeated}
        onValue={setRepeated}
        autoComplete="off"
        error={isMismatch ? t('The PINs don’t match.') : null}
      />
      <Button type="submit" look="main" disabled={isBusy}>
        {isBusy ? t('One moment…') : submitLabel}
      </Button>
    </form>
  );
}
