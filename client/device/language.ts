// The language of the app on this device.
import { directionOf, type Language } from '#shared/rules/languages.ts';
import { deviceKeys, readLocal, writeLocal } from './storage.ts';

let current = 'en';

/** A BCP 47 tag. */
export const language = (): string => current;

/** Called before anything is shown, and never afterwards. */
export function setLanguage(tag: string): void {
  current = tag;
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
}

/** The tag that the member chose on this device or another one, or null. */
export const chosenLanguage = (): unknown => readLocal(deviceKeys.language);

/** The app is shown in it from its next start. */
export const chooseLanguage = (chosen: Language | 'auto'): void =>
  writeLocal(deviceKeys.language, chosen === 'auto' ? null : chosen);
