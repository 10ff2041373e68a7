// The form for the two fields that a profile needs: public name and birthdate.
import { t } from '#client/device/texts.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { problems } from '#shared/contract/problems.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { isAdult } from '#shared/rules/age.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanLine } from '#shared/rules/text.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { useChangeProfile } from './profiles.queries.ts';

interface NameAndBirthdateProps {
  readonly profile: Profile;
  /** The button's label. */
  readonly action: string;
  readonly onSaved: () => void;
  /** Shown below the button: how others will see what is typed. */
  readonly preview?: (name: string, birthdate: string) => ReactNode;
}

export function NameAndBirthdate({ profile, action, onSaved, preview }: NameAndBirthdateProps) {
  const [name, setName] = useState(profile.profilename);
  const [birthdate, setBirthdate] = useState(profile.birthdate ?? '');
  const [isChecked, setChecked] = useState(false);
  const changing = useChangeProfile();
  const nameError = cleanLine(name) === '' ? t(problems['public-name-missing'].message) : null;
  const dateError = birthdateError(birthdate);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (nameError === null && dateError === null)
      changing.mutate(() => ({ profilename: name, birthdate }), { onSuccess: onSaved });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        label={t('Public name')}
        name="profilename"
        autoComplete="nickname"
        maxLength={limits.maxProfileNameLength}
        value={name}
        onValue={setName}
        error={isChecked ? nameError : null}
        help={t('What others call you here. It doesn’t have to be your real name.')}
      />
      <TextField
        label={t('Birthdate')}
        name="birthdate"
        type="date"
        autoComplete="bday"
        value={birthdate}
        onValue={setBirthdate}
        error={isChecked ? dateError : null}
        help={t('Others see your age, never the date.')}
      />
      {changing.isError && (
        <Notice tone="error">{t('That could not be saved. {reason}', { reason: changing.error.message })}</Notice>
      )}
      <Button type="submit" look="main" isWide disabled={changing.isPending}>
        {action}
      </Button>
      {preview?.(name.trim(), birthdate)}
    </form>
  );
}

function birthdateError(birthdate: string): string | null {
  if (birthdate === '') return t('Please add your birthdate.');
  return isAdult(birthdate, Date.now()) ? null : t(problems['not-adult'].message);
}
