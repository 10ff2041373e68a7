// The clock of the server's machine leaps by days: conversations keep their order, and nothing is doubled.
import { expect, test } from 'vitest';
import { stepClock } from './testing/faults/stepping-clock.ts';

test('messages keep their order over forty leaps of a day, on screens, sockets and by their stamps', async () => {
  expect(await stepClock(40)).toEqual({ steps: 40, sent: 40, outOfPlace: 0, readTooEarly: 0, doubled: 0 });
});
