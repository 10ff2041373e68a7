// Quiet hours as edited: a rule gives several weekdays the same hours, while the account stores a span for each day.
import { maxQuietSpans, type QuietHours } from '#shared/contract/settings.ts';

export interface QuietRule {
  /** 0 is Sunday. */
  readonly days: readonly number[];
  /** Minutes since midnight; null while the field is empty. An end at or before the start is on the next day. */
  readonly fromMinute: number | null;
  readonly untilMinute: number | null;
}

type Span = QuietHours['spans'][number];

const dayMinutes = 1_440;
/** Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;

export const everyNight: QuietRule = { days: weekdays, fromMinute: 22 * 60, untilMinute: 7 * 60 };

/** Spans with the same hours become one rule. */
export function rulesOf(spans: readonly Span[]): QuietRule[] {
  const rules = new Map<string, { days: Set<number>; fromMinute: number; untilMinute: number }>();
  for (const { day, fromMinute, untilMinute } of spans) {
    // Midnight at the end of a day is edited as 00:00.
    const hours = { fromMinute, untilMinute: untilMinute % dayMinutes };
    const key = `${hours.fromMinute} ${hours.untilMinute}`;
    const rule = rules.get(key) ?? { days: new Set(), ...hours };
    rule.days.add(day);
    rules.set(key, rule);
  }
  return [...rules.values()].map((rule) => ({ ...rule, days: weekdays.filter((day) => rule.days.has(day)) }));
}

/** Expects rules without errors. */
export const spansOf = (rules: readonly QuietRule[]): Span[] =>
  rules.flatMap(({ days, fromMinute, untilMinute }) =>
    fromMinute === null || untilMinute === null ? [] : days.map((day) => ({ day, fromMinute, untilMinute })),
  );

/** The reason why the rules can't be saved, or null. */
export function ruleError(rules: readonly QuietRule[]): string | null {
  if (rules.some(({ fromMinute, untilMinute }) => fromMinute === null || untilMinute === null)) return 'Please give both times.';
  if (rules.some(({ days }) => days.length === 0)) return 'Please choose at least one day.';
  return spansOf(rules).length > maxQuietSpans
    ? `That is too much for one week: at most ${maxQuietSpans} times are possible, counting each day of each row.`
    : null;
}

/** "22:00" as minutes since midnight; null for an invalid time. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Minutes since midnight as "22:00"; empty for null. */
export function timeOf(minute: number | null): string {
  if (minute === null) return '';
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minute / 60) % 24)}:${twoDigits(minute % 60)}`;
}

/** Empty if the rule ends on the same day. */
export function endNote({ fromMinute, untilMinute }: QuietRule): string {
  if (fromMinute === null || untilMinute === null || untilMinute > fromMinute) return '';
  return untilMinute === fromMinute ? 'For a whole day, until the same time on the next day.' : 'Until the next day.';
}
