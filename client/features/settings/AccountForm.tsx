// Name, address and password of the account.
import { useState, type FormEvent } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { Settings, SettingsChange } from '#shared/contract/settings.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';

export interface AccountFormProps {
  readonly settings: Settings;
  readonly isSaving: boolean;
  readonly onSave: (change: SettingsChange) => Promise<unknown>;
}

export function AccountForm({ settings, isSaving, onSave }: AccountFormProps) {
  const [name, setName] = useState(settings.name);
  const [email, setEmail] = useState(settings.pendingEmail ?? settings.email);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const isMismatch = password !== again;
  const emailError = email.includes('@') ? null : 'Please enter an email address';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isMismatch || emailError !== null) return;
    const change: SettingsChange = { name, email: email.trim().toLowerCase(), ...(password === '' ? {} : { password }) };
    onSave(change).then(
      () => {
        setPassword('');
        setAgain('');
      },
      // The screen shows why; what was typed stays.
      () => undefined,
    );
  };

  return (
    <form className="card" onSubmit={submit} noValidate>
      <h2>Account</h2>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        value={name}
        onValue={setName}
        help="For us alone. Your public name is on your profile."
      />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={setEmail}
        error={emailError}
      />
      {settings.pendingEmail !== null && (
        <Notice isStill>
          A link was sent to {settings.pendingEmail}. Your address stays {settings.email} until it is opened.
        </Notice>
      )}
      <TextField
        label="New password"
        type="password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onValue={setPassword}
        help={
          settings.hasPassword
            ? `Leave it empty to keep the one you have. ${limits.passwordLeast} to ${limits.passwordMost} characters.`
            : `You log in with mailed links so far. ${limits.passwordLeast} to ${limits.passwordMost} characters.`
        }
      />
      <TextField
        label="New password again"
        type="password"
        name="new-password-again"
        autoComplete="new-password"
        value={again}
        onValue={setAgain}
        error={isMismatch && again !== '' ? 'Passwords do not match' : null}
      />
      {isMismatch && again === '' && <p className="field-help">Please enter the new password twice.</p>}
      <Button type="submit" look="main" isWide disabled={isSaving || isMismatch}>
        {isSaving ? 'Saving...' : 'Save'}
      </Button>
    </form>
  );
}
