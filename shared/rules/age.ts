// Age from a birthdate, by calendar days in UTC.
import { limits } from './limits.ts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whole years between a YYYY-MM-DD birthdate and `nowMs`; null for an invalid or future date, or one before 1900. */
export function ageOn(birthdate: string, nowMs: number): number | null {
  const match = datePattern.exec(birthdate);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const born = new Date(Date.UTC(year, month - 1, day));
  // `Date` moves a day or month that does not exist into another month.
  if (born.getUTCMonth() !== month - 1 || born.getTime() > nowMs || year < 1900) return null;
  const now = new Date(nowMs);
  const hadBirthday = now.getUTCMonth() > month - 1 || (now.getUTCMonth() === month - 1 && now.getUTCDate() >= day);
  return now.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** In years; the placeholder age without a valid birthdate. */
export const shownAge = (birthdate: string | null | undefined, nowMs: number): number =>
  ageOn(birthdate ?? '', nowMs) ?? limits.placeholderAge;

export const isAdult = (birthdate: string, nowMs: number): boolean => (ageOn(birthdate, nowMs) ?? 0) >= limits.adultAge;
