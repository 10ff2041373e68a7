// Bounds on wrong decisions by hostile, careless or absent jurors, in 10,000 simulated cases under the product's own rules.
import { describe, expect, test } from 'vitest';
import { simulateJuries, tactics, usualModel, wrongByEqualVotes } from '#server/testing/members/simulated-juries.ts';

describe.each([1, 2, 3])('of 10,000 cases with one hostile member in five (seed %i)', (seed) => {
  test.each(tactics)('fewer than 5 % are decided wrongly, fewer than 0.5 % of the innocent suspended: %s', (tactic) => {
    const counts = simulateJuries({ ...usualModel, seed, tactic });
    expect(counts.wrong).toBeLessThan(0.05);
    expect(counts.suspendedInnocent).toBeLessThan(0.005);
    expect(counts.referred).toBeLessThan(0.01);
  });

  test('once vote records are known, hardly more cases are decided wrongly than with honest jurors only', () => {
    const honest = simulateJuries({ ...usualModel, seed, hostileShare: 0 });
    expect(simulateJuries({ ...usualModel, seed }).wrongAtLast).toBeLessThan(honest.wrong + 0.02);
  });

  test('equally weighted votes would decide more than three times as many cases wrongly', () => {
    const alike = simulateJuries({ ...usualModel, seed, isWeighed: false });
    expect(alike.wrong).toBeGreaterThan(3 * simulateJuries({ ...usualModel, seed }).wrong);
  });
});

test('the simulation agrees with the computed value where there is one', () => {
  const counts = simulateJuries({ ...usualModel, cases: 40_000, absence: 0, isWeighed: false });
  expect(Math.abs(counts.wrong - wrongByEqualVotes(usualModel))).toBeLessThan(0.01);
});

test('with half of the jurors absent some cases go to an administrator, and few are decided wrongly', () => {
  const counts = simulateJuries({ ...usualModel, absence: 0.5 });
  expect(counts.referred).toBeGreaterThan(0.02);
  expect(counts.referred).toBeLessThan(0.15);
  expect(counts.wrong).toBeLessThan(0.06);
});
