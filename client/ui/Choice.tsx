// A checkbox to agree to something, and what it shares with a switch.
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

/** On a busy device the owner's state changes later. Until then the box shows what the member clicked. */
const localStateMs = 500;

export function Choice({
  label,
  help,
  isOn,
  onChange,
  name,
  isDisabled,
  kind,
}: ChoiceProps & { readonly kind: 'checkbox' | 'switch' }) {
  const id = useId();
  const [localState, setLocalState] = useState<boolean | null>(null);
  useEffect(() => {
    if (localState === null) return;
    const timer = setTimeout(() => setLocalState(null), localState === isOn ? 0 : localStateMs);
    return () => clearTimeout(timer);
  }, [localState, isOn]);
  const change = (next: boolean): void => {
    setLocalState(next);
    onChange(next);
  };
  const isShownOn = localState ?? isOn;
  useInputBeforeHydration(`${id}-box`, (box) => !isOn && box instanceof HTMLInputElement && box.checked && change(true));
  const input = (
    <input
      id={`${id}-box`}
      type="checkbox"
      role={kind === 'switch' ? 'switch' : undefined}
      className={kind === 'switch' ? 'switch' : undefined}
      name={name}
      checked={isShownOn}
      disabled={isDisabled}
      onChange={(event) => change(event.target.checked)}
      aria-labelledby={`${id}-label`}
      aria-describedby={help ? `${id}-help` : undefined}
    />
  );
  return (
    <label className={kind === 'switch' ? 'choice' : 'choice choice-box'} data-on={isShownOn || undefined}>
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
