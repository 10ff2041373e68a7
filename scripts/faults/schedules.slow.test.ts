// Tests 4,000 random schedules of faults.
import { expect, test } from 'vitest';
import { playMany } from './schedules.ts';

const seed = Number(process.env['SEED'] ?? 1_000);

/** These take about two minutes on two idle cores. The timeout allows for a busy machine. */
const [schedules, timeout] = [4_000, 1_800_000];

test('4,000 more schedules end with the same complete and ordered conversation on every screen', { timeout }, async () => {
  const { faults } = await playMany(seed, schedules);
  expect(faults.slice(0, 5)).toEqual([]);
});
