// A full disk: writes are refused with a retry time and leave no partial data, and reads succeed.
import { expect, test } from 'vitest';
import { fillDisk } from './testing/faults/full-disk.ts';

test('sending on a full disk is refused with a retry time, reads succeed, and sending again later succeeds', async () => {
  const outcome = await fillDisk(20);
  expect(outcome).toEqual({
    sends: 20,
    refused: ['503 disk-full, again after 30 s'],
    reads: ['200'],
    leftovers: 0,
    storedLater: 20,
    inOrder: true,
    integrity: 'ok',
  });
});
