// Derives the locale and the units from the language of a device.
import type { DistanceUnits } from '#shared/rules/distance.ts';

/** The locale of the server's English texts (mails, pushes): international, since the reader's region is unknown. */
export const serverLocale = 'en-001-u-hc-h23';

/** The locale of numbers in text fields, which the app must be able to parse. */
export const inputLocale = 'en';

/**
 * The BCP 47 tag for words in one language and the forms usual in the region of the device. English on a device in German gives
 * en-DE, with dates such as "20 Nov" and times such as "14:05".
 */
export function localeOf(wordLanguage: string, deviceLanguage: string): string {
  const device = parsed(deviceLanguage);
  const word = new Intl.Locale(wordLanguage).language;
  if (device === null || device.language === word) return device?.baseName ?? wordLanguage;
  const regional = `${word}-${device.maximize().region}`;
  const isKnown = new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional;
  const { hourCycle } = new Intl.DateTimeFormat(device.baseName, { hour: 'numeric' }).resolvedOptions();
  return `${isKnown ? regional : `${word}-001`}-u-hc-${hourCycle}`;
}

/** Regions whose road signs show miles. */
const mileRegions = ['US', 'GB', 'LR', 'MM'];

/** The units usual in the region of a language, or in its likely region if it names none. Miles if the language is invalid. */
export function unitsOf(deviceLanguage: string): DistanceUnits {
  const region = parsed(deviceLanguage)?.maximize().region;
  return region === undefined || mileRegions.includes(region) ? 'miles' : 'metric';
}

/** Null for an invalid language. Browsers on systems without a locale may report "C". */
function parsed(language: string): Intl.Locale | null {
  try {
    return new Intl.Locale(language);
  } catch {
    return null;
  }
}
