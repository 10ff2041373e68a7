// Due times come back in their order, whatever the order in which they were added.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueTimes } from './due-times.ts';

const additions = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 });

test('members are taken when they are due, earliest first, as from a sorted list', () => {
  fc.assert(
    fc.property(additions, additions, fc.integer({ min: 0, max: 60 }), (before, after, nowMs) => {
      const times = new DueTimes();
      let waiting: number[] = [];
      /** Members are named after their due times, so that the order of equal times does not matter. */
      const add = (all: readonly number[]) =>
        all.forEach((dueMs) => {
          times.add(dueMs, `${dueMs}`);
          waiting.push(dueMs);
        });
      const take = (untilMs: number) => {
        const due = waiting.filter((dueMs) => dueMs <= untilMs).toSorted((a, b) => a - b);
        waiting = waiting.filter((dueMs) => dueMs > untilMs);
        return [[...times.take(untilMs)], times.next(), [...new Set(due)].map(String), waiting.toSorted((a, b) => a - b)[0]];
      };
      add(before);
      const takings = [take(nowMs)];
      add(after);
      for (let untilMs = 0; untilMs <= 60; untilMs += 4) takings.push(take(untilMs));
      expect(takings.map(([taken, next]) => [taken, next])).toEqual(takings.map(([, , due, least]) => [due, least]));
    }),
    { numRuns: 60 },
  );
});
