// Two members write to each other over anything that can happen to networks, servers, tabs and clocks.
import { expect, test } from 'vitest';
import { usualMix } from './happenings.ts';
import { playMany } from './schedules.ts';
import type { Schedule } from './stage.ts';

// Another seed is another three hundred: SEED=12345 npm run test:fast
const seed = Number(process.env['SEED'] ?? 1);

test('300 schedules end with the same, whole and ordered conversation on every screen', { timeout: 120_000 }, async () => {
  const { faults, counts } = await playMany(seed, 300);
  expect(faults.slice(0, 5)).toEqual([]);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(20);
});

test.each<[string, Schedule & Required<Pick<Schedule, 'isOver'>>]>([
  [
    'a network that is cut 200 times',
    { mix: { ...usualMix, killTab: 10, wakeWorker: 20 }, isOver: (soFar) => soFar.cutBefore + soFar.cutAfter >= 200 },
  ],
  ['500 lost sockets', { mix: { ...usualMix, remove: 0, loseSocket: 100 }, isOver: (soFar) => soFar.socketsLost >= 500 }],
  ['100 restarts of the server', { mix: { ...usualMix, remove: 0, restart: 30 }, isOver: (soFar) => soFar.restarts >= 100 }],
])('one conversation over %s is whole and in order', { timeout: 120_000 }, async (_, schedule) => {
  const { faults, counts } = await playMany(seed, 1, schedule);
  expect(faults).toEqual([]);
  expect(counts.messages).toBeGreaterThan(100);
});
