// The language of the app on this device.
import { directionOf } from '#shared/rules/languages.ts';

let current = 'en';

/** A BCP 47 tag. */
export const language = (): string => current;

/** Called before anything is shown, and never afterwards. */
export function setLanguage(tag: string): void {
  current = tag;
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
}
