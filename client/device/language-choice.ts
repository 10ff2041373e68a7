// Stores which language was chosen, in the settings of the account or on this device. The app is shown in it from its next start.
import type { Language } from '#shared/rules/languages.ts';
import { deviceKeys, writeLocal } from './storage.ts';

/** With 'auto' the account leaves the choice to the device. */
export const storeAccountLanguage = (chosen: Language | 'auto'): void =>
  writeLocal(deviceKeys.accountLanguage, chosen === 'auto' ? null : chosen);
