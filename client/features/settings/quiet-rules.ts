// Quiet hours as set by the member, the same hours on several weekdays; the account stores one span a day.
import { maxQuietSpans, type QuietHours } from '#shared/contract/settings.ts';

export interface QuietRule {
  /** 0 is Sunday. */
  readonly days: readonly number[];
  /** Minutes since midnight; null while the field is empty. A rule that ends no later than it starts ends on the next day. */
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
    // The midnight at the end of a day is the one at the start of the next.
    const hours = { fromMinute, untilMinute: untilMinute % dayMinutes };
    const key = `${hours.fromMinute} ${hours.untilMinute}`;
    const rule = rules.get(key) ?? { days: new Set(), ...hours };
    rule.days.add(day);
    rules.set(key, rule);
  }
  return [...rules.values()].map((rule) => ({ ...rule, days: weekdays.filter((day) => rule.days.has(day)) }));
}

/** Rules that `problemOf` finds nothing wrong with. */
export const spansOf = (rules: readonly QuietRule[]): Span[] =>
  rules.flatMap(({ days, fromMinute, untilMinute }) =>
    fromMinute === null || untilMinute === null ? [] : days.map((day) => ({ day, fromMinute, untilMinute })),
  );

/** Why the rules can't be saved; null where they can. */
export function problemOf(rules: readonly QuietRule[]): string | null {
  if (rules.some(({ fromMinute, untilMinute }) => fromMinute === null || untilMinute === null)) return 'Please give both times.';
  if (rules.some(({ days }) => days.length === 0)) return 'Please choose at least one day.';
  return spansOf(rules).length > maxQuietSpans
    ? `That is too much for one week: at most ${maxQuietSpans} times, each day of each line counts as one.`
    : null;
}

/** "22:00" as minutes since midnight; null for anything that is no time of a day. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** The other way round, empty for null. */
export function timeOf(minute: number | null): string {
  if (minute === null) return '';
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
}

/** A note on a rule that ends on the next day; empty for the same day. */
export function endWords({ fromMinute, untilMinute }: QuietRule): string {
  if (fromMinute === null || untilMinute === null || untilMinute > fromMinute) return '';
  return untilMinute === fromMinute ? 'For a whole day, until the same time of the next.' : 'Until the next day.';
}
