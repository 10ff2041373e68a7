// A disk without room: whoever sends is told so and may try again, whoever reads is served, and nothing is half there.
import { expect, test } from 'vitest';
import { fillDisk } from './testing/faults/full-disk.ts';

test('a send on a full disk is refused with the time to try again, reads go on, and the same send goes through later', async () => {
  const outcome = await fillDisk(20);
  expect(outcome).toEqual({
    sends: 20,
    refused: ['503 disk-full, again after 30 s'],
    reads: ['200'],
    leftBehind: 0,
    storedLater: 20,
    inOrder: true,
    integrity: 'ok',
  });
});
