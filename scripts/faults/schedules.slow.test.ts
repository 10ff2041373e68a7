// Tests 4,000 random schedules of faults.
import { expect, test } from 'vitest';
import { playMany } from './schedules.ts';

const seed = Number(process.env['SEED'] ?? 1_000);

/** These take about half a minute on two idle cores. */
const schedules = 4_000;

test(
  '4,000 more schedules end with the same complete and ordered conversation on every screen',
  { timeout: 600_000 },
  async () => {
    const { faults } = await playMany(seed, schedules);
    expect(faults.slice(0, 5)).toEqual([]);
  },
);
