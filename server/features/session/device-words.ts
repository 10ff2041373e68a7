// What a browser says it is, in a few words that its member knows it by.

/** In this order: most browsers also claim to be the ones below them. */
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

/** "Firefox on Android" of a User-Agent header; what is not known is left out, and nothing known is "A device". */
export function deviceWords(userAgent: string): string {
  const browser = wordFor(userAgent, browsers);
  const system = wordFor(userAgent, systems);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? (system === null ? 'A device' : `A browser on ${system}`);
}

const wordFor = (userAgent: string, words: readonly (readonly [RegExp, string])[]): string | null =>
  words.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
