// Tests the slots in which others see visits: they begin at a different time for each member, and disclose no exact time.
import { expect, test } from 'vitest';
import { createVisitSlots, longestVisitMs, visitSlotMs } from './visit-slots.ts';

const slots = createVisitSlots('secret');
const members = Array.from({ length: 300 }, (_, n) => `member-${n}`);
const nowMs = Date.UTC(2026, 5, 1, 12, 34, 56, 789);

test('a slot contains the time, lasts ten minutes, and begins at a whole second', () => {
  expect(visitSlotMs).toBe(600_000);
  for (const id of members) {
    const startMs = slots.startOf(id, nowMs);
    expect([startMs <= nowMs, nowMs < startMs + visitSlotMs, startMs % 1_000]).toEqual([true, true, 0]);
    for (const ms of [startMs, startMs + visitSlotMs - 1]) expect(slots.startOf(id, ms)).toBe(startMs);
    expect(slots.startOf(id, startMs - 1)).toBe(startMs - visitSlotMs);
    expect(slots.startOf(id, startMs + visitSlotMs)).toBe(startMs + visitSlotMs);
  }
});

test('the slots of members begin all over the ten minutes, and at other times with another secret', () => {
  const startsBy = (of: typeof slots) => members.map((id) => of.startOf(id, nowMs));
  expect(new Set(startsBy(slots)).size).toBeGreaterThan(200);
  expect(startsBy(createVisitSlots('other'))).not.toEqual(startsBy(slots));
  expect(startsBy(createVisitSlots('secret'))).toEqual(startsBy(slots));
});

test('the slots do not move after an update, since new boundaries would disclose more', () => {
  expect(new Date(slots.startOf('member-1', nowMs)).toISOString()).toBe('2026-06-01T12:32:24.000Z');
});

test('a visit is shown for two or three slots, chosen for each of them and the same within it', () => {
  const chosen = new Set<number>();
  for (const id of members) {
    const startMs = slots.startOf(id, nowMs);
    const untilMs = slots.onlineUntil(id, nowMs);
    chosen.add(untilMs - startMs);
    expect(slots.onlineUntil(id, startMs)).toBe(untilMs);
    expect(slots.extensionMs(id, nowMs)).toBe(untilMs - startMs - 2 * visitSlotMs);
    expect(untilMs - startMs).toBeLessThanOrEqual(longestVisitMs);
  }
  expect([...chosen].toSorted()).toEqual([1_200_000, 1_800_000]);
});

test('the length of one member’s visits differs from slot to slot', () => {
  const lengths = Array.from({ length: 40 }, (_, n) => slots.extensionMs('member-1', nowMs + n * visitSlotMs));
  expect(new Set(lengths)).toEqual(new Set([0, visitSlotMs]));
});
