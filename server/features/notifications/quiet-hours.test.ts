// Quiet hours in several time zones, across midnight and clock changes.
import { expect, test } from 'vitest';
import { hourMs } from '#shared/rules/durations.ts';
import { isQuiet, quietEndMs } from './quiet-hours.ts';

const [sunday, monday, saturday] = [0, 1, 6];
const minute = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
};
const hoursOf = (zone: string, day: number, from: string, until: string) => ({
  zone,
  spans: [{ day, fromMinute: minute(from), untilMinute: minute(until) }],
});
const quietAt = (hours: ReturnType<typeof hoursOf>, ...moments: string[]) =>
  moments.map((moment) => isQuiet(hours, Date.parse(moment)));

test('quiet hours are off by default', () => {
  expect(isQuiet(null, Date.now())).toBe(false);
  expect(isQuiet({ zone: 'Europe/Berlin', spans: [] }, Date.now())).toBe(false);
});

test('a span includes its first minute but not its last, on its day only', () => {
  const phoenix = hoursOf('America/Phoenix', monday, '09:00', '17:00');
  // Phoenix is 7 hours behind all year round; 1 June 2026 and 7 December 2026 are Mondays.
  expect(quietAt(phoenix, '2026-12-07T15:59:59Z', '2026-12-07T16:00Z', '2026-12-07T23:59Z', '2026-12-08T00:00Z')).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(quietAt(phoenix, '2026-06-01T16:00Z', '2026-06-02T16:00Z')).toEqual([true, false]);
});

test('a span across midnight ends on the next day, even from Saturday to Sunday', () => {
  const berlin = hoursOf('Europe/Berlin', saturday, '22:00', '07:00');
  expect(
    quietAt(
      berlin,
      '2026-11-21T20:59Z',
      '2026-11-21T21:00Z',
      '2026-11-21T23:00Z',
      '2026-11-22T05:59Z',
      '2026-11-22T06:00Z',
      '2026-11-22T21:30Z',
    ),
  ).toEqual([false, true, true, true, false, false]);
});

test('a span of a whole day lasts from midnight to midnight', () => {
  const berlin = hoursOf('Europe/Berlin', sunday, '00:00', '24:00');
  expect(quietAt(berlin, '2026-11-21T22:59Z', '2026-11-21T23:00Z', '2026-11-22T22:59Z', '2026-11-22T23:00Z')).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('when clocks go forward, quiet hours end by the new time', () => {
  // Berlin, 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
  const berlin = hoursOf('Europe/Berlin', saturday, '23:00', '06:00');
  expect(quietAt(berlin, '2026-03-28T22:00Z', '2026-03-29T03:59Z', '2026-03-29T04:00Z')).toEqual([true, true, false]);
  const missing = hoursOf('Europe/Berlin', sunday, '02:00', '03:00');
  expect(quietAt(missing, '2026-03-29T00:59Z', '2026-03-29T01:00Z')).toEqual([false, false]);
});

test('when clocks go back, the repeated hour is quiet both times', () => {
  // Berlin, 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC.
  const berlin = hoursOf('Europe/Berlin', sunday, '02:00', '03:00');
  expect(quietAt(berlin, '2026-10-24T23:59Z', '2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T02:00Z')).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('quiet hours work in a zone whose clock changes by half an hour', () => {
  // Lord Howe Island: UTC+10:30, in summer UTC+11, which ends on 4 April 2026 at 15:00 UTC.
  const island = hoursOf('Australia/Lord_Howe', sunday, '01:30', '02:00');
  expect(quietAt(island, '2026-04-04T14:29Z', '2026-04-04T14:30Z', '2026-04-04T15:00Z', '2026-04-04T15:30Z')).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const evening = hoursOf('Australia/Lord_Howe', saturday, '22:00', '08:00');
  expect(quietAt(evening, '2026-10-03T11:29Z', '2026-10-03T11:30Z', '2026-10-03T20:59Z', '2026-10-03T21:00Z')).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

interface Night {
  readonly zone: string;
  /** The month of the night, and how the clocks change in it, for the name of the test. */
  readonly night: string;
  /** 22:00 and 07:00 local time, in UTC. */
  readonly from: string;
  readonly until: string;
  readonly hours: number;
}

// Nights from 22:00 to 07:00 local time, longer or shorter when clocks change.
test.each<Night>([
  {
    zone: 'America/Phoenix',
    night: 'of March, which changes nothing',
    from: '2026-03-08T05:00Z',
    until: '2026-03-08T14:00Z',
    hours: 9,
  },
  { zone: 'America/Phoenix', night: 'of November, the same', from: '2026-11-01T05:00Z', until: '2026-11-01T14:00Z', hours: 9 },
  { zone: 'Europe/Berlin', night: 'before the change', from: '2026-03-27T21:00Z', until: '2026-03-28T06:00Z', hours: 9 },
  { zone: 'Europe/Berlin', night: 'of March, forward', from: '2026-03-28T21:00Z', until: '2026-03-29T05:00Z', hours: 8 },
  { zone: 'Europe/Berlin', night: 'of October, back', from: '2026-10-24T20:00Z', until: '2026-10-25T06:00Z', hours: 10 },
  { zone: 'Australia/Sydney', night: 'of April, back', from: '2026-04-04T11:00Z', until: '2026-04-04T21:00Z', hours: 10 },
  { zone: 'Australia/Sydney', night: 'of October, forward', from: '2026-10-03T12:00Z', until: '2026-10-03T20:00Z', hours: 8 },
  {
    zone: 'Australia/Lord_Howe',
    night: 'of April, half an hour back',
    from: '2026-04-04T11:00Z',
    until: '2026-04-04T20:30Z',
    hours: 9.5,
  },
  {
    zone: 'Australia/Lord_Howe',
    night: 'of October, half an hour forward',
    from: '2026-10-03T11:30Z',
    until: '2026-10-03T20:00Z',
    hours: 8.5,
  },
])('in $zone the night $night is quiet for $hours hours without a gap', ({ zone, from, until, hours }) => {
  const everyNight = { zone, spans: Array.from({ length: 7 }, (_, day) => ({ day, fromMinute: 22 * 60, untilMinute: 7 * 60 })) };
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];
  expect(untilMs - fromMs).toBe(hours * hourMs);
  expect([isQuiet(everyNight, fromMs - 1), isQuiet(everyNight, untilMs)]).toEqual([false, false]);
  for (let atMs = fromMs; atMs < untilMs; atMs += 300_000)
    expect([zone, atMs, isQuiet(everyNight, atMs)]).toEqual([zone, atMs, true]);
  expect(isQuiet(everyNight, untilMs - 1)).toBe(true);
  expect([quietEndMs(everyNight, fromMs), quietEndMs(everyNight, untilMs - 1)]).toEqual([untilMs, untilMs]);
});

test('the end of quiet hours is exact to the minute, unless it is more than a day away', () => {
  const span = (from: string, until: string) => ({ day: monday, fromMinute: minute(from), untilMinute: minute(until) });
  const phoenix = { zone: 'America/Phoenix', spans: [span('01:00', '03:07'), span('03:07', '06:41')] };
  // Phoenix is 7 hours behind.
  expect(quietEndMs(phoenix, Date.parse('2026-12-07T09:00Z'))).toBe(Date.parse('2026-12-07T13:41Z'));
  const always = {
    zone: 'America/Phoenix',
    spans: Array.from({ length: 7 }, (_, day) => ({ day, fromMinute: 0, untilMinute: 1_440 })),
  };
  expect(quietEndMs(always, Date.now())).toBeNull();
});
