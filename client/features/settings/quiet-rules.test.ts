// Conversion between the quiet hours that a member sets and the spans of the account.
import { expect, test } from 'vitest';
import { endWords, everyNight, minuteOf, problemOf, rulesOf, spansOf, timeOf } from './quiet-rules.ts';

const night = (day: number) => ({ day, fromMinute: 1_320, untilMinute: 420 });
const nap = (day: number) => ({ day, fromMinute: 780, untilMinute: 840 });

test('days with the same hours are one line, from Monday to Sunday, and come back as the same spans', () => {
  const spans = [night(0), nap(6), night(1), nap(0), night(5)];
  const rules = rulesOf(spans);
  expect(rules).toEqual([
    { days: [1, 5, 0], fromMinute: 1_320, untilMinute: 420 },
    { days: [6, 0], fromMinute: 780, untilMinute: 840 },
  ]);
  const inOrder = (list: readonly { day: number; fromMinute: number }[]) => list.map((one) => JSON.stringify(one)).toSorted();
  expect(inOrder(spansOf(rules))).toEqual(inOrder(spans));
});

test('an end at midnight may be the start or the end of a day', () => {
  expect(rulesOf([{ day: 2, fromMinute: 540, untilMinute: 1_440 }])).toEqual([{ days: [2], fromMinute: 540, untilMinute: 0 }]);
});

test('a line without days or without a time is not saved, and says what is missing', () => {
  expect(problemOf([everyNight])).toBe(null);
  expect(problemOf([])).toBe(null);
  expect(problemOf([{ ...everyNight, days: [] }])).toBe('Please choose at least one day.');
  expect(problemOf([{ ...everyNight, untilMinute: null }])).toBe('Please give both times.');
  expect(problemOf([everyNight, everyNight, everyNight])).toBe(null);
  expect(problemOf([everyNight, everyNight, everyNight, { ...everyNight, days: [1] }])).toContain('at most 21');
});

test('times of a day are read and written', () => {
  for (const [text, minute] of [
    ['00:00', 0],
    ['07:05', 425],
    ['23:59', 1_439],
  ] as const) {
    expect(minuteOf(text)).toBe(minute);
    expect(timeOf(minute)).toBe(text);
  }
  for (const none of ['', '24:00', '7:00', 'soon']) expect(minuteOf(none)).toBe(null);
  expect([timeOf(null), timeOf(1_440)]).toEqual(['', '00:00']);
});

test('a night says that it ends on the next day', () => {
  expect(endWords(everyNight)).toBe('Until the next day.');
  expect(endWords({ ...everyNight, untilMinute: 1_320 })).toBe('For a whole day, until the same time of the next.');
  expect(endWords({ ...everyNight, untilMinute: 1_380 })).toBe('');
});
