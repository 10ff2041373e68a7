// Far more of the schedules that the fast tests play a few of.
import { expect, test } from 'vitest';
import { playMany } from './schedules.ts';

const seed = Number(process.env['SEED'] ?? 1_000);

/** Half a minute on two cores with nothing else to do, and less than one on most. */
const schedules = 4_000;

test('4,000 more schedules end with the same, whole and ordered conversation on every screen', async () => {
  const { faults } = await playMany(seed, schedules);
  expect(faults.slice(0, 5)).toEqual([]);
});
