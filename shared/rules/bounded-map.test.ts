// Eviction from a full map.
import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('a full map drops the entry set longest ago, and none until it is full', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2);
  expect([...map]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  map.set('c', 3);
  expect([...map.keys()]).toEqual(['b', 'c']);
});

test('an entry that is set again counts as new, with its new value', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
  expect([...map.set('c', 5).keys()]).toEqual(['a', 'c']);
});
