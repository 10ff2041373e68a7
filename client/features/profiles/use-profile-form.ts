// What the member has typed and the server does not have yet: kept until it is stored, whatever happens on the way.
import { useState } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { ageOn, isAdult } from '#shared/rules/age.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanName } from '#shared/rules/text.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { useSaveProfile, type ProfileFields } from './profiles.queries.ts';

export type TypedFields = Omit<ProfileFields, 'profilePicIds' | 'profilePicIdsPrivate'>;
export type FieldErrors = Readonly<Partial<Record<keyof TypedFields, string>>>;

export const errorWords = {
  name: 'A public name is required.',
  birthdate: 'Please give a real date.',
  age: 'Members are at least 18 years old.',
} as const;

export function useProfileForm(profile: Profile) {
  const [typed, setTyped] = useState<Partial<TypedFields>>({});
  const [refused, setRefused] = useState<FieldErrors>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isSaved, showSaved] = useTimed(limits.profileSavedNoticeMs);
  const saving = useSaveProfile();
  const fields: TypedFields = { ...profile, ...typed };

  const change = (part: Partial<TypedFields>): void => {
    setTyped((before) => ({ ...before, ...part }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };

  /** Sends everything that is typed but not stored. Says so also where there was nothing to send, for the Save button. */
  const save = (now: Partial<TypedFields> = {}, mustAnswer = false): void => {
    const sent = changedPart(profile, { ...typed, ...now });
    const errors = errorsOf({ ...profile, ...sent }, Date.now());
    setRefused(errors);
    if (Object.keys(errors).length > 0) return;
    if (Object.keys(sent).length === 0) {
      if (mustAnswer) showSaved();
      return;
    }
    setTrouble(null);
    saving.mutate(() => sent, {
      onSuccess: () => {
        // What was typed meanwhile is newer than what was stored.
        setTyped((before) => without(before, sent));
        showSaved();
      },
      onError: (error) => {
        const field = error instanceof Refused ? fieldOf(error.code) : null;
        if (field === null) setTrouble(troubleWords(error));
        else setRefused((before) => ({ ...before, [field]: error.message }));
      },
    });
  };

  return {
    fields,
    errors: refused,
    trouble,
    dismissTrouble: () => setTrouble(null),
    isSaved,
    isSaving: saving.isPending,
    change,
    save,
  };
}

/** Why fields can't be saved as they are. */
export function errorsOf({ profilename, birthdate }: Pick<TypedFields, 'profilename' | 'birthdate'>, nowMs: number): FieldErrors {
  const isDate = typeof birthdate === 'string';
  return {
    ...(cleanName(profilename) === '' ? { profilename: errorWords.name } : {}),
    ...(isDate && ageOn(birthdate, nowMs) === null ? { birthdate: errorWords.birthdate } : {}),
    ...(isDate && ageOn(birthdate, nowMs) !== null && !isAdult(birthdate, nowMs) ? { birthdate: errorWords.age } : {}),
  };
}

function changedPart(profile: Profile, typed: Partial<TypedFields>): Partial<TypedFields> {
  const entries = Object.entries(typed).filter(([field, value]) => !isSame(value, Reflect.get(profile, field)));
  return Object.fromEntries(entries);
}

function without(typed: Partial<TypedFields>, stored: Partial<TypedFields>): Partial<TypedFields> {
  const entries = Object.entries(typed).filter(
    ([field, value]) => !(field in stored) || !isSame(value, Reflect.get(stored, field)),
  );
  return Object.fromEntries(entries);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function fieldOf(code: string): keyof TypedFields | null {
  if (code === 'public-name-missing') return 'profilename';
  return code === 'bad-birthdate' || code === 'not-adult' ? 'birthdate' : null;
}

function troubleWords(error: Error): string {
  if (error instanceof ConnectionLost) return 'You are offline. What you typed stays here: save it again when you are back.';
  return `Your profile could not be saved. ${error.message}`;
}
