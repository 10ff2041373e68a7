// Positions restored at startup: each is packed, and read as it was, however many there are.
import { expect, test, vi } from 'vitest';
import { DueTimes } from './due-times.ts';
import { RestoredPositions } from './restored-positions.ts';

const idOf = (n: number) => `6f1c1f0e-5a3e-4d5c-9a53-${String(n).padStart(12, '0')}`;
const positionOf = (n: number) => ({
  cell: { i: n - 1_500, j: 2 * n, side: n % 3 === 0 ? 3_000 : 1_000 },
  hide: n % 2 === 0,
  effectiveUntilMs: 1_000 + (n % 7),
});

test('thousands of positions are read as they were restored', () => {
  const restored = new RestoredPositions();
  for (let n = 0; n < 3_000; n += 1) restored.add(idOf(n), positionOf(n));
  for (let n = 0; n < 3_000; n += 1) expect(restored.get(idOf(n))).toEqual(positionOf(n));
  expect(restored.get(idOf(3_000))).toBeUndefined();
});

test('a position that is taken is no longer there, and does not end', () => {
  const restored = new RestoredPositions();
  for (const n of [1, 2]) restored.add(idOf(n), positionOf(n));
  expect(restored.take(idOf(1))).toEqual(positionOf(1));
  expect([restored.take(idOf(1)), restored.get(idOf(1))]).toEqual([undefined, undefined]);
  expect(restored.ended(2_000)).toEqual([idOf(2)]);
});

test('positions end at their time, the earliest first', () => {
  const restored = new RestoredPositions();
  expect(restored.next()).toBeUndefined();
  for (const n of [3, 1, 2]) restored.add(idOf(n), positionOf(n));
  expect(restored.next()).toBe(1_001);
  expect(restored.ended(1_000)).toEqual([]);
  expect(restored.ended(1_002)).toEqual([idOf(1), idOf(2)]);
  expect(restored.next()).toBe(1_003);
});

test('a position that is added again for a later time does not end at the earlier one', () => {
  const restored = new RestoredPositions();
  restored.add(idOf(1), positionOf(1));
  restored.take(idOf(1));
  restored.add(idOf(1), { ...positionOf(1), effectiveUntilMs: 5_000 });
  expect(restored.ended(1_001)).toEqual([]);
  expect(restored.ended(5_000)).toEqual([idOf(1)]);
});

test('however often a position changes, its end is queued once', () => {
  const queued = vi.spyOn(DueTimes.prototype, 'add');
  const restored = new RestoredPositions();
  for (let n = 0; n < 1_000; n += 1) {
    restored.take(idOf(1));
    restored.add(idOf(1), { ...positionOf(1), effectiveUntilMs: 5_000 + n });
  }
  expect(queued).toHaveBeenCalledTimes(1);
  expect(restored.ended(5_000)).toEqual([]);
  expect(restored.next()).toBe(5_999);
  expect(restored.ended(5_999)).toEqual([idOf(1)]);
  queued.mockRestore();
});

test('an earlier end counts, and so does a later one after it', () => {
  const restored = new RestoredPositions();
  for (const effectiveUntilMs of [5_000, 2_000, 7_000]) {
    restored.take(idOf(1));
    restored.add(idOf(1), { ...positionOf(1), effectiveUntilMs });
  }
  expect([restored.ended(2_000), restored.ended(5_000), restored.ended(7_000)]).toEqual([[], [], [idOf(1)]]);
});
