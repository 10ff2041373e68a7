// Formats numbers, percentages, sizes and durations.
import { perLocale } from './per-locale.ts';

type Format = (value: number, locale: string) => string;

/* @__NO_SIDE_EFFECTS__ */
function numbersIn(options: Intl.NumberFormatOptions): Format {
  const formatter = perLocale((locale) => new Intl.NumberFormat(locale, options));
  return (value, locale) => formatter(locale).format(value);
}

/* @__NO_SIDE_EFFECTS__ */
export const unitsIn = (unit: string, options: Intl.NumberFormatOptions = {}): Format =>
  numbersIn({ style: 'unit', unit, maximumFractionDigits: 1, ...options });

/** For example "1,234" or "1.234". At most one decimal. */
export const numberText = numbersIn({ maximumFractionDigits: 1 });

const whole = numbersIn({ maximumFractionDigits: 0 });
const compact = numbersIn({ notation: 'compact' });

/** For example "999", "1.2K" or "34K". */
export const compactNumber = (value: number, locale: string): string => (value < 999.5 ? whole : compact)(value, locale);

const oneDecimal = numbersIn({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** For example "1.0×". Always one decimal, so that its width stays while it changes. */
export const magnification = (value: number, locale: string): string => `${oneDecimal(value, locale)}×`;

/** For example "+3". */
export const moreText = numbersIn({ signDisplay: 'always' });

/** For example "50%". */
export const percent = numbersIn({ style: 'percent', maximumFractionDigits: 0 });

/** For example "12.5°". */
export const degreesText = unitsIn('degree', { unitDisplay: 'narrow' });

export const milliseconds = unitsIn('millisecond');

const kilobytes = unitsIn('kilobyte', { maximumFractionDigits: 0 });
const megabytes = unitsIn('megabyte');
const gigabytes = unitsIn('gigabyte');

/** In decimal units, like the sizes of disks, for example "15 kB", "1.5 MB" or "52.3 GB". Kilobytes are rounded up. */
export function byteSize(bytes: number, locale: string): string {
  if (bytes < 1e6) return kilobytes(Math.ceil(bytes / 1e3), locale);
  return bytes < 1e9 ? megabytes(bytes / 1e6, locale) : gigabytes(bytes / 1e9, locale);
}

const inFull = { unitDisplay: 'long', maximumFractionDigits: 0 } as const;
const minutesText = unitsIn('minute', inFull);
const hoursText = unitsIn('hour', inFull);

/** For example "30 minutes" or "72 hours". Times below two hours that are not whole hours are in minutes. */
export function duration(ms: number, locale: string): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 && minutes % 60 !== 0 ? minutesText(minutes, locale) : hoursText(Math.round(minutes / 60), locale);
}
