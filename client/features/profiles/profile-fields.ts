// The fields of the profile editor: validation, and input that is not saved yet.
import { t } from '#client/device/texts.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { problems } from '#shared/contract/problems.ts';
import { ageOn, isAdult } from '#shared/rules/age.ts';
import { cleanLine } from '#shared/rules/text.ts';
import { isSame } from '#client/offline/outbox/merge.ts';
import type { ProfileFields } from '#client/people/profile-writes.ts';

export type FormFields = Omit<ProfileFields, 'profilePicIds' | 'profilePicIdsPrivate'>;
export type FieldErrors = Readonly<Partial<Record<keyof FormFields, string>>>;

/** In English. */
export const fieldLabels = {
  profilename: 'Public name',
  birthdate: 'Birthdate',
  height: 'Height',
  weight: 'Weight',
  description: 'Narrative',
  characteristics: 'Attributes',
} as const satisfies Record<keyof FormFields, string>;

export const isFormField = (name: string): name is keyof FormFields => name in fieldLabels;

export const formFieldsOf = ({
  profilename,
  birthdate,
  height,
  weight,
  description,
  characteristics,
}: Partial<Profile>): Partial<FormFields> => ({ profilename, birthdate, height, weight, description, characteristics });

/** Checks the fields. If the server has a text for an error, that text is used. */
export function validationErrors({ profilename, birthdate }: Partial<FormFields>, nowMs = Date.now()): FieldErrors {
  const age = typeof birthdate === 'string' ? ageOn(birthdate, nowMs) : null;
  return {
    ...(cleanLine(profilename ?? '') === '' ? { profilename: t(problems['public-name-missing'].message) } : {}),
    ...(typeof birthdate === 'string' && age === null ? { birthdate: t('Please enter a real date.') } : {}),
    ...(typeof birthdate === 'string' && age !== null && !isAdult(birthdate, nowMs)
      ? { birthdate: t(problems['not-adult'].message) }
      : {}),
  };
}

/** Null if the problem is not about a single field. */
export function fieldOfProblem(code: string): keyof FormFields | null {
  if (code === 'public-name-missing') return 'profilename';
  return code === 'bad-birthdate' || code === 'not-adult' ? 'birthdate' : null;
}

export const changedFields = (current: Partial<FormFields>, input: Partial<FormFields>): Partial<FormFields> =>
  filterFields(input, (name, value) => !isSame(value, Reflect.get(current, name)));

/** Removes input that is stored by now. It keeps fields that were edited since or have the focus. */
export const withoutStored = (input: Partial<FormFields>, stored: object, focusedName: string | null): Partial<FormFields> =>
  filterFields(input, (name, value) => name === focusedName || !(name in stored) || !isSame(value, Reflect.get(stored, name)));

export const without = (input: Partial<FormFields>, names: readonly string[]): Partial<FormFields> =>
  filterFields(input, (name) => !names.includes(name));

const filterFields = (fields: Partial<FormFields>, predicate: (name: string, value: unknown) => boolean): Partial<FormFields> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => predicate(name, value)));
