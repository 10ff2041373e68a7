// The default preferences, and the parser of stored ones.
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
  showOnline: true,
  privatePictures: null,
  units: 'auto',
  theme: 'system',
  language: 'auto',
};

/** A stored value that is no longer valid falls back to its default. */
export function preferencesFrom(stored: Readonly<Record<string, unknown>>): Preferences {
  const parsed = z.safeParse(preferences, { ...defaultPreferences, ...stored });
  if (parsed.success) return parsed.data;
  const invalid = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  const valid = Object.fromEntries(Object.entries(stored).filter(([name]) => !invalid.has(name)));
  return z.parse(preferences, { ...defaultPreferences, ...valid });
}
