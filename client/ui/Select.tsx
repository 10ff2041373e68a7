// A native select with label and help text.
import { useId, type ReactNode } from 'react';
import './field.css';
import './select.css';

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onValue: (value: T) => void;
  /** Labels by value, in order. */
  readonly options: Readonly<Record<T, string>>;
  readonly help?: ReactNode;
}

export function Select<T extends string>({ label, value, onValue, options, help }: SelectProps<T>) {
  const id = useId();
  const entries = Object.entries<string>(options);
  const choose = (text: string): void => {
    const chosen = (Object.keys(options) as T[]).find((key) => key === text);
    if (chosen !== undefined) onValue(chosen);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => choose(event.target.value)}
        aria-describedby={help ? `${id}-help` : undefined}
      >
        {entries.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
    </div>
  );
}
