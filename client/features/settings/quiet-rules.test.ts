// Conversion between the editor's quiet hours rules and the account's spans.
import { expect, test } from 'vitest';
import { endNote, everyNight, minuteOf, ruleError, rulesOf, spansOf, timeOf } from './quiet-rules.ts';

const night = (day: number) => ({ day, fromMinute: 1_320, untilMinute: 420 });
const nap = (day: number) => ({ day, fromMinute: 780, untilMinute: 840 });

test('days with the same hours form one rule, from Monday to Sunday, which gives the same spans again', () => {
  const spans = [night(0), nap(6), night(1), nap(0), night(5)];
  const rules = rulesOf(spans);
  expect(rules).toEqual([
    { days: [1, 5, 0], fromMinute: 1_320, untilMinute: 420 },
    { days: [6, 0], fromMinute: 780, untilMinute: 840 },
  ]);
  const inOrder = (list: readonly { day: number; fromMinute: number }[]) => list.map((span) => JSON.stringify(span)).toSorted();
  expect(inOrder(spansOf(rules))).toEqual(inOrder(spans));
});

test('midnight at the end of a day is stored as minute 1,440 and edited as 0', () => {
  expect(rulesOf([{ day: 2, fromMinute: 540, untilMinute: 1_440 }])).toEqual([{ days: [2], fromMinute: 540, untilMinute: 0 }]);
});

test('a rule without days or without a time has an error, and so have too many rules', () => {
  expect(ruleError([everyNight])).toBe(null);
  expect(ruleError([])).toBe(null);
  expect(ruleError([{ ...everyNight, days: [] }])).toBe('Please choose at least one day.');
  expect(ruleError([{ ...everyNight, untilMinute: null }])).toBe('Please enter both times.');
  expect(ruleError([everyNight, everyNight, everyNight])).toBe(null);
  expect(ruleError([everyNight, everyNight, everyNight, { ...everyNight, days: [1] }])).toContain('at most 21');
});

test('times of day are parsed and formatted', () => {
  for (const [text, minute] of [
    ['00:00', 0],
    ['07:05', 425],
    ['23:59', 1_439],
  ] as const) {
    expect(minuteOf(text)).toBe(minute);
    expect(timeOf(minute)).toBe(text);
  }
  for (const invalid of ['', '24:00', '7:00', 'soon']) expect(minuteOf(invalid)).toBe(null);
  expect([timeOf(null), timeOf(1_440)]).toEqual(['', '00:00']);
});

test('a note says that a rule ends on the next day', () => {
  expect(endNote(everyNight)).toBe('Until the next day.');
  expect(endNote({ ...everyNight, untilMinute: 1_320 })).toBe('For a whole day, until the same time on the next day.');
  expect(endNote({ ...everyNight, untilMinute: 1_380 })).toBe('');
});
