// Describes a device by its User-Agent header, for the list of sessions.
import type { Translator } from '#server/texts/translators.ts';

/** The order matters, because most browsers also claim to be those that come later in this list. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/\bAppleWebKit\/.*Mobile\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** In the member's language. For example "Firefox on Android", or "A device" for an unknown header. */
export function describeDevice(userAgent: string, { t }: Pick<Translator, 't'>): string {
  const browser = nameFor(userAgent, browsers);
  const system = nameFor(userAgent, systems);
  if (browser !== null && system !== null) return t('{browser} on {system}', { browser, system });
  return browser ?? (system === null ? t('A device') : t('A browser on {system}', { system }));
}

const nameFor = (userAgent: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
