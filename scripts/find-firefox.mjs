// Finds a Firefox: FIREFOX_PATH, or the usual places.
import { existsSync } from 'node:fs';

const usual = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/usr/lib/firefox-esr/firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** @returns {string | null} its path */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named) return existsSync(named) ? named : null;
  return usual.find((file) => existsSync(file)) ?? null;
}
