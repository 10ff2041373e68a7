// Three processes under load, while each of them, PostgreSQL, Redis and the bucket fail: nothing is lost, doubled or shown to whom it must not.
import { expect, test } from 'vitest';
import { runFaultyCluster } from './testing/cluster/faulty-cluster.ts';
import { totalOf } from './testing/cluster/run.ts';

const targets = { messages: 100, blocks: 10, hides: 5, logouts: 10, positions: 20 };

test('three processes lose, double and disclose nothing under faults', { timeout: 900_000 }, async () => {
  const { tallies, kills, findings, oddAnswers, cutCalls } = await runFaultyCluster({ targets, seconds: 4, seed: 1 });
  expect(findings).toEqual([]);
  expect([...oddAnswers]).toEqual([]);
  expect(cutCalls).toBe(0);
  const total = totalOf(tallies.values());
  expect(total).toMatchObject({
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
    seenAfterFence: 0,
    overLimit: 0,
    positionsLost: 0,
    picturesLost: 0,
  });
  // An attempt that a fault interrupts is made again.
  expect(total.pushesRepeated + total.mailsRepeated).toBeLessThanOrEqual(total.faults);
  // The faults must have hit the processes under load.
  expect(kills).toBeGreaterThan(0);
  expect(total.repeats).toBeGreaterThan(20);
  expect(total.asked).toBeGreaterThan(100);
  for (const done of ['pictures', 'contacts', 'pushes'] as const) expect(total[done]).toBeGreaterThan(0);
});
