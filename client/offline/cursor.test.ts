// The last revision received over the socket, as it is found after a restart.
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { revisionCursor } from './cursor.ts';
import { memberDatabase } from './database.ts';

afterEach(() => memberDatabase.wipe());

test('a revision is found by the member whose data is on the device, and by nobody else', async () => {
  await memberDatabase.claim('ada');
  expect(await revisionCursor('ada').read()).toBeNull();
  await revisionCursor('ada').write(17);
  expect(await revisionCursor('ada').read()).toBe(17);
  expect(await revisionCursor('ben').read()).toBeNull();
});

test('a revision goes with the data it was received with', async () => {
  await memberDatabase.claim('ada');
  await revisionCursor('ada').write(17);
  await memberDatabase.claim('ben');
  expect(await revisionCursor('ben').read()).toBeNull();
});
