// Parses heights and weights as members type them.
import { withLatinDigits } from './digits.ts';

export const cmPerInch = 2.54;
export const kgPerPound = 0.45359237;
const poundsPerStone = 14;
/** Plausible values for adults; others are treated as typing errors. */
const heightsCm = { min: 90, max: 260 } as const;
const weightsKg = { min: 30, max: 400 } as const;

/** Accepts 5'11", 5 ft 11, 71 in, 180 cm, 1.80 m, 1m80 and 180; null if not parsable or not plausible. */
export function heightCmOf(text: string): number | null {
  const t = normalized(text);
  const feet = /^(\d)\s*(?:'|ft|feet|foot)\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|''|in|inch|inches)?)?$/.exec(t);
  if (feet) return within((Number(feet[1]) * 12 + Number(feet[2] ?? 0)) * cmPerInch, heightsCm);
  const inches = /^(\d{2,3}(?:\.\d+)?)\s*(?:"|''|in|inch|inches)$/.exec(t);
  if (inches) return within(Number(inches[1]) * cmPerInch, heightsCm);
  const metres = /^(\d\.\d{1,2})\s*[mم]?$/.exec(t) ?? /^(\d)\s*m\s*(\d{2})$/.exec(t);
  if (metres) return within((Number(metres[1]) + Number(metres[2] ?? 0) / 100) * 100, heightsCm);
  const centimetres = /^(\d{2,3}(?:\.\d+)?)\s*(?:cm|سم)?$/.exec(t);
  return centimetres ? within(Number(centimetres[1]), heightsCm) : null;
}

/** Accepts 170 lb, 77 kg and 12 st 2. A bare number is in `unit`; without one it means pounds if at least 120, otherwise kilograms. */
export function weightKgOf(text: string, unit?: 'kg' | 'lb'): number | null {
  const t = normalized(text);
  const match = /^(\d{2,3}(?:\.\d+)?)\s*(lbs?|pounds|#|kgs?|kilos?|ك\S*)?$/.exec(t);
  if (match) {
    const value = Number(match[1]);
    const typed = match[2] ?? unit;
    const isPounds = typed ? !/^[kك]/.test(typed) : value >= 120;
    return within(isPounds ? value * kgPerPound : value, weightsKg);
  }
  const stone = /^(\d{1,2})\s*st(?:one)?\s*(?:(\d{1,2})\s*(?:lb|lbs)?)?$/.exec(t);
  return stone ? within((Number(stone[1]) * poundsPerStone + Number(stone[2] ?? 0)) * kgPerPound, weightsKg) : null;
}

/** Lower case, with uniform digits, quotes and decimal points. */
const normalized = (text: string): string =>
  withLatinDigits(text)
    .trim()
    .toLowerCase()
    .replace(',', '.')
    .replaceAll(/[’‘′´`]/g, "'")
    .replaceAll(/[”“″]/g, '"');

const within = (value: number, { min, max }: { readonly min: number; readonly max: number }): number | null =>
  value >= min && value <= max ? Math.round(value * 10) / 10 : null;
