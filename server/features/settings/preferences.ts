// A member's preferences: the defaults, and decoding of the stored choices.
import * as z from 'zod/mini';
import { preferences, type Preferences } from '#shared/contract/settings.ts';

export const defaultPreferences: Preferences = {
  positionPrecision: 'area',
  hide: false,
  previews: false,
  quietHours: null,
  pushMessages: true,
  pushLikes: true,
  pushMutualLikes: true,
  pushGrants: true,
  morningDigest: false,
  sendSeen: true,
  sendTyping: true,
  privatePictures: 'everyone',
  units: 'auto',
  theme: 'system',
};

/** The stored choices over the defaults; a value that is no longer valid falls back to its default. */
export function preferencesFrom(stored: Readonly<Record<string, unknown>>): Preferences {
  const whole = z.safeParse(preferences, { ...defaultPreferences, ...stored });
  if (whole.success) return whole.data;
  const wrong = new Set(whole.error.issues.map((issue) => issue.path[0]));
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !wrong.has(name)));
  return z.parse(preferences, { ...defaultPreferences, ...kept });
}
