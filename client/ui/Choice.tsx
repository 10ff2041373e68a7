// A yes or no: a checkbox to agree to something, a switch to turn something on.
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useInputBeforeHydration } from './use-input-before-hydration.ts';
import './choice.css';

export interface ChoiceProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly name?: string;
  readonly isDisabled?: boolean;
}

export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} kind="checkbox" />;
}

export function Switch(props: ChoiceProps) {
  return <Choice {...props} kind="switch" />;
}

/** An owner that asks the server shows the new value a task later; until then the box would flip back under the finger. */
const heldMs = 50;

function Choice({ label, help, isOn, onChange, name, isDisabled, kind }: ChoiceProps & { readonly kind: 'checkbox' | 'switch' }) {
  const id = useId();
  const [held, setHeld] = useState<boolean | null>(null);
  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(() => setHeld(null), heldMs);
    return () => clearTimeout(timer);
  }, [held]);
  const change = (next: boolean): void => {
    setHeld(next);
    onChange(next);
  };
  useInputBeforeHydration(`${id}-box`, (box) => !isOn && box instanceof HTMLInputElement && box.checked && change(true));
  const input = (
    <input
      id={`${id}-box`}
      type="checkbox"
      role={kind === 'switch' ? 'switch' : undefined}
      className={kind === 'switch' ? 'switch' : undefined}
      name={name}
      checked={held ?? isOn}
      disabled={isDisabled}
      onChange={(event) => change(event.target.checked)}
      aria-labelledby={`${id}-label`}
      aria-describedby={help ? `${id}-help` : undefined}
    />
  );
  return (
    <label className={kind === 'switch' ? 'choice' : 'choice choice-box'}>
      {kind === 'checkbox' && input}
      <span className="choice-text">
        <span id={`${id}-label`}>{label}</span>
        {help && (
          <span id={`${id}-help`} className="choice-help">
            {help}
          </span>
        )}
      </span>
      {kind === 'switch' && input}
    </label>
  );
}
