// A multi-line text field with a counter and a maximum, both in code points.
import { useId, type ComponentProps } from 'react';
import { useInputBeforeHydration } from './use-input-before-hydration.ts';
import './field.css';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'id' | 'maxLength'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** In code points. */
  readonly most: number;
  readonly error?: string | null;
}

export function TextArea({ label, value, onValue, most, error, ...rest }: TextAreaProps) {
  const id = useId();
  const change = (typed: string): void => onValue([...typed].slice(0, most).join(''));
  useInputBeforeHydration(id, ({ value: typed }) => value === '' && typed !== '' && change(typed));
  const length = [...value].length;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        className="input"
        value={value}
        onChange={(event) => change(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-more`}
      />
      <div id={`${id}-more`} className="row row-apart">
        <span className="field-error">{error}</span>
        <span className="field-count">
          {length} / {most}
        </span>
      </div>
    </div>
  );
}
