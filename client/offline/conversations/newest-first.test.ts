// Joining pages, live events and cached items in one order, without gaps, duplicates or deleted items.
import { expect, test } from 'vitest';
import { applyLaterChanges, joinNewest, mergeItems, type Ordered } from './newest-first.ts';

interface Item extends Ordered {
  readonly id: string;
}
const item = (sequence: number, revision = sequence): Item => ({ id: `m${sequence}`, sequence, revision });
const items = (...sequences: number[]): Item[] => sequences.map((sequence) => item(sequence));
const idOf = ({ id }: Item): string => id;
const sequencesOf = (list: readonly Item[]): number[] => list.map(({ sequence }) => sequence);

test('older cached items follow the page if it contains one of the cached items', () => {
  const { items: joined, hasGap } = joinNewest(items(5, 4, 3, 2), items(7, 6, 5), true, idOf);
  expect(sequencesOf(joined)).toEqual([7, 6, 5, 4, 3, 2]);
  expect(hasGap).toBe(false);
});

test('cached items are dropped if others may be missing between them and the page', () => {
  const { items: joined, hasGap } = joinNewest(items(3, 2), items(9, 8, 7), true, idOf);
  expect(sequencesOf(joined)).toEqual([9, 8, 7]);
  expect(hasGap).toBe(true);
});

test('items that the page no longer contains are removed: in the middle, at the top, or all', () => {
  expect(sequencesOf(joinNewest(items(8, 7, 6, 5), items(7, 5), true, idOf).gone)).toEqual([8, 6]);
  expect(sequencesOf(joinNewest(items(8, 7), [], false, idOf).gone)).toEqual([8, 7]);
  expect(sequencesOf(joinNewest(items(8, 7, 2), items(8), false, idOf).items)).toEqual([8]);
});

test('the later state of a message wins, from the page or the socket', () => {
  expect(joinNewest([item(5, 9)], [item(5, 6)], true, idOf).items).toEqual([item(5, 9)]);
  expect(mergeItems([item(5, 9)], [item(5, 6), item(6)], idOf)).toEqual([item(6), item(5, 9)]);
});

test('a page does not undo what was added, changed or removed while it was fetched', () => {
  const before = items(5, 4, 3);
  const now = [item(6), item(5, 8), item(3)];
  const joined = joinNewest(before, items(5, 4, 3), true, idOf).items;
  expect(applyLaterChanges(joined, before, now, idOf)).toEqual([item(6), item(5, 8), item(3)]);
});

test('of two items with the same revision the fetched one has the current count', () => {
  const counted = (unread: number) => ({ ...item(5), unread });
  expect(applyLaterChanges([counted(1)], [counted(2)], [counted(2)], idOf)).toEqual([counted(1)]);
});
