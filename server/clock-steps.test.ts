// Conversations keep their order while the server's clock jumps by days.
import { expect, test } from 'vitest';
import { stepClock } from './testing/faults/stepping-clock.ts';

test('messages keep their order while the clock is set forty times, up to two days away, in lists, on sockets and by timestamp', async () => {
  expect(await stepClock(40)).toEqual({ steps: 40, sent: 40, outOfPlace: 0, readTooEarly: 0, doubled: 0 });
});
