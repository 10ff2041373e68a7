// The language of the app on this device.
import type { Language } from '#shared/rules/languages.ts';
import { deviceKeys, readLocal, writeLocal } from './storage.ts';

let current = 'en';

/** A BCP 47 tag. */
export const language = (): string => current;

/** Called before anything is shown, and never afterwards. */
export function setLanguage(tag: string, direction: 'ltr' | 'rtl'): void {
  current = tag;
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}

/** The tag that the member chose on this device or another one, or null. */
export function chosenLanguage(): string | null {
  const chosen = readLocal(deviceKeys.language);
  return typeof chosen === 'string' ? chosen : null;
}

/** The app is shown in it from its next start. */
export const chooseLanguage = (chosen: Language | 'auto'): void =>
  writeLocal(deviceKeys.language, chosen === 'auto' ? null : chosen);
