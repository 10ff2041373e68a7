// The fields of the profile editor: validation, and which ones are not stored yet.
import type { Profile } from '#shared/contract/profiles.ts';
import { problems } from '#shared/contract/problems.ts';
import { ageOn, isAdult } from '#shared/rules/age.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanLine } from '#shared/rules/text.ts';
import { isSame } from '#client/offline/outbox/merge.ts';
import type { ProfileFields } from '#client/people/profile-writes.ts';

export type TypedFields = Omit<ProfileFields, 'profilePicIds' | 'profilePicIdsPrivate'>;
export type FieldErrors = Readonly<Partial<Record<keyof TypedFields, string>>>;

/** The label of each field where the member chooses between two values. */
export const fieldLabels: Readonly<Record<keyof TypedFields, string>> = {
  profilename: 'Public name',
  birthdate: 'Birthdate',
  height: 'Height',
  weight: 'Weight',
  description: 'Narrative',
  characteristics: 'Attributes',
};

export const isTypedField = (name: string): name is keyof TypedFields => name in fieldLabels;

export const typedFieldsOf = ({
  profilename,
  birthdate,
  height,
  weight,
  description,
  characteristics,
}: Partial<Profile>): Partial<TypedFields> => ({ profilename, birthdate, height, weight, description, characteristics });

/** Validation errors, with the server's texts where it has some. */
export function errorsOf({ profilename, birthdate }: Partial<TypedFields>, nowMs = Date.now()): FieldErrors {
  const age = typeof birthdate === 'string' ? ageOn(birthdate, nowMs) : null;
  return {
    ...(cleanLine(profilename ?? '') === '' ? { profilename: problems['public-name-missing'].message } : {}),
    ...(typeof birthdate === 'string' && age === null ? { birthdate: 'Please give a real date.' } : {}),
    ...(typeof birthdate === 'string' && age !== null && !isAdult(birthdate, nowMs)
      ? { birthdate: problems['not-adult'].message }
      : {}),
  };
}

/** The field that a refusal is about; null if it is about no single field. */
export function fieldOfProblem(code: string): keyof TypedFields | null {
  if (code === 'public-name-missing') return 'profilename';
  return code === 'bad-birthdate' || code === 'not-adult' ? 'birthdate' : null;
}

/** The age that others see. */
export const ageShown = (birthdate: string | null | undefined, nowMs = Date.now()): number =>
  (typeof birthdate === 'string' ? ageOn(birthdate, nowMs) : null) ?? limits.placeholderAge;

/** The typed fields that differ from the current ones. */
export const changedPart = (there: Partial<TypedFields>, typed: Partial<TypedFields>): Partial<TypedFields> =>
  partWhere(typed, (name, value) => !isSame(value, Reflect.get(there, name)));

/** The typed fields without those stored by now; fields edited since or with the focus stay. */
export const withoutStored = (typed: Partial<TypedFields>, stored: object, focusedName: string | null): Partial<TypedFields> =>
  partWhere(typed, (name, value) => name === focusedName || !(name in stored) || !isSame(value, Reflect.get(stored, name)));

export const without = (typed: Partial<TypedFields>, names: readonly string[]): Partial<TypedFields> =>
  partWhere(typed, (name) => !names.includes(name));

const partWhere = (fields: Partial<TypedFields>, holds: (name: string, value: unknown) => boolean): Partial<TypedFields> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => holds(name, value)));
