// Tests that two members can write to each other despite faults of networks, servers, tabs and clocks.
import { afterAll, expect, test } from 'vitest';
import { usualMix } from './actions.ts';
import { openPlayers, playMany } from './schedules.ts';
import type { Schedule } from './schedule-runner.ts';

// For other schedules: SEED=12345 npm run test:fast
const seed = Number(process.env['SEED'] ?? 1);
/** One thread is used, since other test files run concurrently. */
const player = openPlayers(1);
afterAll(() => player.close());

test('300 schedules end with the same complete and ordered conversation on every screen', { timeout: 240_000 }, async () => {
  const { faults, counts } = await player.play(seed, 300);
  expect(faults.slice(0, 5)).toEqual([]);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(20);
});

test('a seed always gives the same schedule, so failures can be reproduced', async () => {
  expect(await playMany(seed, 9, {}, 3)).toEqual(await player.play(seed, 9));
});

test.each<[string, Schedule]>([
  [
    'a network that is cut 200 times',
    { mix: { ...usualMix, killTab: 10, wakeWorker: 20 }, until: { all: ['cutBefore', 'cutAfter'], reach: 200 } },
  ],
  ['500 lost sockets', { mix: { ...usualMix, remove: 0, loseSocket: 100 }, until: { all: ['socketsLost'], reach: 500 } }],
  [
    '100 lost answers on a device that stores nothing',
    {
      refusesWrites: true,
      mix: { ...usualMix, write: 60, remove: 0, killTab: 0, loseNetwork: 2 },
      until: { all: ['cutAfter'], reach: 100 },
    },
  ],
  ['100 restarts of the server', { mix: { ...usualMix, remove: 0, restart: 30 }, until: { all: ['restarts'], reach: 100 } }],
])('a conversation is complete and in order despite %s', { timeout: 240_000 }, async (_, schedule) => {
  const { faults, counts } = await player.play(seed, 1, schedule);
  expect(faults).toEqual([]);
  expect(counts.messages).toBeGreaterThan(100);
});
