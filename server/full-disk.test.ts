// A full disk: writes are refused with a time to retry, reads succeed, and nothing is half stored.
import { expect, test } from 'vitest';
import { fillDisk } from './testing/faults/full-disk.ts';

test('a send on a full disk is refused with a retry time, reads go on, and the same send succeeds later', async () => {
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
