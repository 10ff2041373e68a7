// Converts quiet hours for the editor, where a rule has the same hours on several weekdays. The account has a span for each day.
import { t, tCount } from '#client/device/texts.ts';
import { maxQuietSpans, type QuietHours } from '#shared/contract/settings.ts';

export interface QuietRule {
  /** 0 is Sunday. */
  readonly days: readonly number[];
  /** Minutes since midnight; null while the field is empty. An end that is not after the start is on the next day. */
  readonly fromMinute: number | null;
  readonly untilMinute: number | null;
}

type Span = QuietHours['spans'][number];

const dayMinutes = 1_440;
/** In the order of the editor, from Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;

export const everyNight: QuietRule = { days: weekdays, fromMinute: 22 * 60, untilMinute: 7 * 60 };

/** Combines spans with the same hours to one rule. */
export function rulesOf(spans: readonly Span[]): QuietRule[] {
  const rules = new Map<string, { days: Set<number>; fromMinute: number; untilMinute: number }>();
  for (const { day, fromMinute, untilMinute } of spans) {
    // The editor shows midnight at the end of a day as 00:00.
    const hours = { fromMinute, untilMinute: untilMinute % dayMinutes };
    const key = `${hours.fromMinute} ${hours.untilMinute}`;
    const rule = rules.get(key) ?? { days: new Set(), ...hours };
    rule.days.add(day);
    rules.set(key, rule);
  }
  return [...rules.values()].map((rule) => ({ ...rule, days: weekdays.filter((day) => rule.days.has(day)) }));
}

/** The rules must have no errors. */
export const spansOf = (rules: readonly QuietRule[]): Span[] =>
  rules.flatMap(({ days, fromMinute, untilMinute }) =>
    fromMinute === null || untilMinute === null ? [] : days.map((day) => ({ day, fromMinute, untilMinute })),
  );

/** True if the rule has no day or lacks a time. */
export const isIncomplete = ({ days, fromMinute, untilMinute }: QuietRule): boolean =>
  days.length === 0 || fromMinute === null || untilMinute === null;

/** Why the rules can't be saved, or null. */
export function ruleError(rules: readonly QuietRule[]): string | null {
  if (rules.some(({ fromMinute, untilMinute }) => fromMinute === null || untilMinute === null))
    return t('Please enter both times.');
  if (rules.some(({ days }) => days.length === 0)) return t('Please choose at least one day.');
  return spansOf(rules).length > maxQuietSpans
    ? tCount(maxQuietSpans, {
        one: 'That is too much for one week. Each day of each row counts, and at most # is possible.',
        other: 'That is too much for one week. Each day of each row counts, and at most # are possible.',
      })
    : null;
}

/** "22:00" as minutes since midnight; null for an invalid time. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Minutes since midnight as "22:00". Empty for null. */
export function timeOf(minute: number | null): string {
  if (minute === null) return '';
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minute / 60) % 24)}:${twoDigits(minute % 60)}`;
}

/** A note for rules that end on the next day, otherwise an empty text. */
export function endNote({ fromMinute, untilMinute }: QuietRule): string {
  if (fromMinute === null || untilMinute === null || untilMinute > fromMinute) return '';
  return untilMinute === fromMinute ? t('For a whole day, until the same time on the next day.') : t('Until the next day.');
}
