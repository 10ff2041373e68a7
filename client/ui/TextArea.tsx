// A multi-line text field with a maximum length and a counter, both in code points.
import { useId, type ComponentProps } from 'react';
import { useInputBeforeHydration } from './use-input-before-hydration.ts';
import { withinLimit } from './within-limit.ts';
import './field.css';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'id' | 'maxLength'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** In code points. */
  readonly maxLength: number;
  readonly error?: string | null;
}

export function TextArea({ label, value, onValue, maxLength, error, ...rest }: TextAreaProps) {
  const id = useId();
  const change = (input: string): void => onValue(withinLimit(value, input, maxLength));
  useInputBeforeHydration(id, ({ value: input }) => value === '' && input !== '' && change(input));
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
          {length} / {maxLength}
        </span>
      </div>
    </div>
  );
}
