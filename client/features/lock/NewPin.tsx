// A form to choose a PIN, typed twice, with its strength shown while typing.
import { useState, type FormEvent } from 'react';
import { minPinLength } from '#client/offline/lock/lock.ts';
import { Button } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { pinStrength } from './lock-words.ts';

export interface NewPinProps {
  /** The label of the button. */
  readonly word: string;
  readonly isBusy: boolean;
  readonly onPin: (pin: string) => void;
}

export function NewPin({ word, isBusy, onPin }: NewPinProps) {
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const strength = pinStrength(pin, minPinLength);
  const isOther = again !== '' && again !== pin;
  const isGood = strength.is !== 'short' && again === pin;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isGood && !isBusy) onPin(pin);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label="New PIN"
        type="password"
        value={pin}
        onValue={setPin}
        autoComplete="off"
        help={<span aria-live="polite">{strength.text}</span>}
      />
      <TextField
        label="Repeat the PIN"
        type="password"
        value={again}
        onValue={setAgain}
        autoComplete="off"
        error={isOther ? 'The PINs don’t match.' : null}
      />
      <Button type="submit" look="main" disabled={!isGood || isBusy}>
        {isBusy ? 'One moment…' : word}
      </Button>
    </form>
  );
}
