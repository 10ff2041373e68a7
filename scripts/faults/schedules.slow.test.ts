// Far more of the schedules that the fast tests play a few of.
import { expect, test } from 'vitest';
import { playMany } from './schedules.ts';

const seed = Number(process.env['SEED'] ?? 1_000);

test('2,000 more schedules end with the same, whole and ordered conversation on every screen', async () => {
  const { faults } = await playMany(seed, 2_000);
  expect(faults.slice(0, 5)).toEqual([]);
});
