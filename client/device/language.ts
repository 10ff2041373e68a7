// The language of the app on this device.
import { deviceKeys, localKeys, readLocal } from './storage.ts';

let current = 'en';

/** A BCP 47 tag. */
export const language = (): string => current;

/** Called before anything is shown, and never afterwards. */
export function setLanguage(tag: string, direction: 'ltr' | 'rtl'): void {
  current = tag;
  // A page that is rendered at build time has the language in its template.
  if (typeof document === 'undefined') return;
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}

/** The direction of the next item: 1 if it is on the right, or -1 where lines are read from right to left. */
export const forward = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);

/** The tag that the member chose in the settings, or else the one that was chosen on this device, or null. */
export function chosenLanguage(): string | null {
  const chosen = readLocal(localKeys.accountLanguage) ?? readLocal(deviceKeys.language);
  return typeof chosen === 'string' ? chosen : null;
}
