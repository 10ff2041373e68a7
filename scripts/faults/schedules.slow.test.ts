// Far more of the schedules that the fast tests play a few of.
import { expect, test } from 'vitest';
import { playMany } from './schedules.ts';

const seed = Number(process.env['SEED'] ?? 1_000);

/** Each takes some 16 ms of a core: these, half a minute of two that have nothing else to do. */
const schedules = 4_000;

test('4,000 more schedules end with the same, whole and ordered conversation on every screen', { timeout: 600_000 }, async () => {
  const { faults } = await playMany(seed, schedules);
  expect(faults.slice(0, 5)).toEqual([]);
});
