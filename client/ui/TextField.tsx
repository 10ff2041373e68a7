// Text fields of one line with label, help text and error, and a password field with a button to show the password.
import { t } from '#client/device/texts.ts';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EyeIcon, EyeOffIcon } from './frame-icons.tsx';
import { useInputBeforeHydration } from './use-input-before-hydration.ts';
import './field.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly help?: ReactNode;
  /** Null or missing if the value is valid. */
  readonly error?: string | null;
  /** True if screen readers announce the error, because it comes with the server's answer while the field has the focus. */
  readonly isErrorSpoken?: boolean;
}

export function TextField({ label, value, onValue, help, error, isErrorSpoken, type = 'text', ...rest }: TextFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  useInputBeforeHydration(id, ({ value: input }) => value === '' && input !== '' && onValue(input));
  const isPassword = type === 'password';
  const input = (
    <input
      {...rest}
      id={id}
      className="input"
      type={isPassword && isShown ? 'text' : type}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      aria-invalid={error ? true : undefined}
      aria-describedby={help || error ? `${id}-more` : undefined}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isPassword ? (
        <div className="input-with-button">
          {input}
          <Button look="round" onClick={() => setShown(!isShown)} aria-label={t('Show password')} aria-pressed={isShown}>
            {isShown ? <EyeOffIcon /> : <EyeIcon />}
          </Button>
        </div>
      ) : (
        input
      )}
      {(help || error) && (
        <div id={`${id}-more`}>
          {error && (
            <p className="field-error" role={isErrorSpoken ? 'alert' : undefined}>
              {error}
            </p>
          )}
          {help && <p className="field-help">{help}</p>}
        </div>
      )}
    </div>
  );
}

export const EmailField = (props: Omit<TextFieldProps, 'label' | 'type'>) => (
  <TextField label={t('Email')} type="email" name="email" autoComplete="email" spellCheck={false} {...props} />
);

/** A field for the current password. */
export const PasswordField = (props: Omit<TextFieldProps, 'label' | 'type'>) => (
  <TextField label={t('Password')} type="password" name="password" autoComplete="current-password" {...props} />
);
