// The pings of connections: spread over the interval, with a deadline for their answers.
import { mock } from 'node:test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverLimits } from '#server/limits.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';

const [everyMs, answerWithinMs, sliceMs] = [30_000, 10_000, 250];

let heartbeat: Heartbeat<number>;
let pinged: number[];
let dropped: number[];
let answers: (connection: number) => boolean;

beforeEach(() => {
  mock.timers.enable({ apis: ['setInterval'] });
  [pinged, dropped] = [[], []];
  answers = () => true;
  heartbeat = startHeartbeat<number>({
    everyMs,
    answerWithinMs,
    ping(connection) {
      pinged.push(connection);
      if (answers(connection)) heartbeat.markAlive(connection);
    },
    drop(connection) {
      dropped.push(connection);
      heartbeat.remove(connection);
    },
  });
});
afterEach(() => {
  heartbeat.stop();
  mock.timers.reset();
});

/** The connections pinged in each slice of one interval. */
function oneInterval(): number[][] {
  const slices: number[][] = [];
  for (let ms = 0; ms < everyMs; ms += sliceMs) {
    pinged = [];
    mock.timers.tick(sliceMs);
    slices.push(pinged);
  }
  return slices;
}

test('connections opened at once are each pinged once per interval, and no slice pings more than its share', () => {
  for (let id = 0; id < serverLimits.maxConnections; id += 1) heartbeat.add(id);
  const slices = oneInterval();
  expect(new Set(slices.flat()).size).toBe(serverLimits.maxConnections);
  expect(slices.flat()).toHaveLength(serverLimits.maxConnections);
  expect(Math.max(...slices.map((slice) => slice.length))).toBe(Math.ceil(serverLimits.maxConnections / slices.length));
});

test('slices stay even when connections leave', () => {
  for (let id = 0; id < 900; id += 1) heartbeat.add(id);
  for (let id = 0; id < 900; id += 1) if (id % 120 !== 7) heartbeat.remove(id);
  for (let id = 1_000; id < 1_900; id += 1) heartbeat.add(id);
  expect(Math.max(...oneInterval().map((slice) => slice.length))).toBeLessThanOrEqual(9);
});

test('a silent connection is dropped when its time to answer is over, and not before', () => {
  heartbeat.add(1);
  heartbeat.add(2);
  answers = (connection) => connection === 2;
  mock.timers.tick(sliceMs);
  expect(pinged).toEqual([1]);
  for (let ms = sliceMs; ms < answerWithinMs; ms += sliceMs) mock.timers.tick(sliceMs);
  expect(dropped).toEqual([]);
  mock.timers.tick(sliceMs);
  expect(dropped).toEqual([1]);
  oneInterval();
  expect(dropped).toEqual([1]);
});
