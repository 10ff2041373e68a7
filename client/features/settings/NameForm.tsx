// A form for the name of a device or a passkey.
import { t } from '#client/device/texts.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { Button } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/TextField.tsx';

interface NameFormProps {
  readonly label: string;
  readonly initialName: string;
  readonly submitLabel: string;
  readonly isBusy?: boolean;
  readonly onSubmit: (name: string) => void;
  /** Without it, the form has no Cancel button. */
  readonly onCancel?: () => void;
  /** Notices that are shown above the buttons. */
  readonly children?: ReactNode;
}

export function NameForm({ label, initialName, submitLabel, isBusy = false, onSubmit, onCancel, children }: NameFormProps) {
  const [name, setName] = useState(initialName);
  const error = name.trim() === '' ? t('Please enter a name') : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (error === null && !isBusy) onSubmit(name.trim());
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField label={label} value={name} onValue={setName} maxLength={limits.maxDeviceNameLength} error={error} />
      {children}
      <div className="row">
        <Button type="submit" look="main" isWide={onCancel === undefined} isOff={isBusy}>
          {submitLabel}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      </div>
    </form>
  );
}
