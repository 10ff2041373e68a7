// The form for the account's name, email address and password. It sends only fields that were edited.
import { t, tCount } from '#client/device/texts.ts';
import { Suspense, useState, type FormEvent } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import { limits } from '#shared/rules/limits.ts';
import type { SettingsChange } from '#shared/contract/settings.ts';
import { locale } from '#client/device/locale.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmailField, TextField } from '#client/ui/TextField.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { repeatError, emailError, nameError, passwordError } from './account-errors.ts';
import { PendingEmail } from './PendingEmail.tsx';
import type { SectionProps } from './section-props.ts';

const PasskeysOffer = lazyPart(() => import('./PasskeysOffer.tsx'), 'PasskeysOffer');

/** Fields that were edited. The others show the current settings. */
interface Edits {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
  readonly again?: string;
}

export function AccountForm({ settings, isSaving, onSave }: SectionProps) {
  const [edits, setEdits] = useState<Edits>({});
  // Before the member first submits, the form shows only errors that more typing cannot fix, and passwords that do not match yet.
  const [isChecked, setChecked] = useState(false);
  const [isPasswordChanged, setPasswordChanged] = useState(false);
  const { name = settings.name, email = settings.email, password = '', again = '' } = edits;
  const errors = {
    name: nameError(name),
    email: emailError(email),
    password: passwordError(password),
    again: repeatError(password, again),
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const hasErrors = Object.values(errors).some((error) => error !== null);
    setChecked(hasErrors);
    if (hasErrors) return;
    onSave(changeOf(edits, settings.email)).then(
      () => {
        setEdits((now) => unsaved(now, edits));
        setPasswordChanged(password !== '');
      },
      // Nothing to do: the screen shows the error, and the input stays.
      () => undefined,
    );
  };

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        label={t('Name')}
        name="name"
        autoComplete="name"
        value={name}
        onValue={(next) => setEdits({ ...edits, name: next })}
        error={errors.name}
        help={t('Only we see this. Your public name is on your profile.')}
      />
      <EmailField value={email} onValue={(next) => setEdits({ ...edits, email: next })} error={isChecked ? errors.email : null} />
      {settings.pendingEmail !== null && (
        <PendingEmail key={settings.pendingEmail} pending={settings.pendingEmail} current={settings.email} onSave={onSave} />
      )}
      <TextField
        label={t('New password')}
        type="password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onValue={(next) => setEdits({ ...edits, password: next })}
        error={isChecked ? errors.password : null}
        help={`${settings.hasPassword ? t('Leave it empty to keep your current one.') : t('So far you log in with emailed links.')} ${lengthHelp()}`}
      />
      <TextField
        label={t('New password again')}
        type="password"
        name="new-password-again"
        autoComplete="new-password"
        value={again}
        onValue={(next) => setEdits({ ...edits, again: next })}
        error={isChecked || again !== '' ? errors.again : null}
        help={password !== '' && t('Every other device is logged out when the password changes.')}
      />
      <Button type="submit" look="main" isWide disabled={isSaving}>
        {isSaving ? t('Saving...') : t('Save')}
      </Button>
      {isPasswordChanged && (
        <Suspense>
          <PasskeysOffer onDone={() => setPasswordChanged(false)} />
        </Suspense>
      )}
    </form>
  );
}

/** What was typed since the fields were sent. */
const unsaved = (now: Edits, sent: Edits): Edits =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => sent[field as keyof Edits] !== value));

const lengthHelp = (): string =>
  tCount(
    limits.maxPasswordLength,
    { one: '{min} to # character.', other: '{min} to # characters.' },
    { min: numberText(limits.minPasswordLength, locale()) },
  );

/** An empty password keeps the current one. */
function changeOf({ name, email, password }: Edits, current: string): SettingsChange {
  const newEmail = email?.trim().toLowerCase();
  return {
    ...(name === undefined ? {} : { name }),
    ...(newEmail === undefined || newEmail === current ? {} : { email: newEmail }),
    ...(password === undefined || password === '' ? {} : { password }),
  };
}
