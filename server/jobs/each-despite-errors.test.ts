// An error with one item is logged once with the number of failures, and the other items are done.
import { expect, test } from 'vitest';
import { eachDespiteErrors } from './each-despite-errors.ts';

function loggedBy() {
  const entries: unknown[][] = [];
  return { entries, log: { error: (...entry: unknown[]) => void entries.push(entry) } as never };
}

test('all other items are done in their order, and the first error is logged', async () => {
  const { entries, log } = loggedBy();
  const done: number[] = [];
  await eachDespiteErrors({ log }, 'numbers failed', [1, 2, 3, 4, 5], async (item) => {
    if (item % 2 === 0) throw new Error(`${item} is even`);
    done.push(item);
  });
  expect(done).toEqual([1, 3, 5]);
  expect(entries).toEqual([[{ err: new Error('2 is even'), failed: 2, of: 5 }, 'numbers failed']]);
});

test('nothing is logged without an error', async () => {
  const { entries, log } = loggedBy();
  await eachDespiteErrors({ log }, 'numbers failed', [1, 2], async () => undefined);
  expect(entries).toEqual([]);
});
