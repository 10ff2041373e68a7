// Replaces a missing picture by a hue computed from the person’s id, and the first letter of their name.
import { firstLetters } from './letters.ts';

/** In degrees of OKLCH. It is the same on every device. */
export function hueOfId(id: string): number {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return hash % 360;
}

/** In degrees of OKLCH: the hue of the id, within an eighth of the circle on both sides of the brand's hue. */
export const hueNearBrand = (id: string, brandHue: number): number => brandHue + hueOfId(id) / 4 - 45;

export const initialOf = (name: string): string => firstLetters(name.trim().toUpperCase(), 1) || '?';
