// The stored revision after a restart.
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { revisionCursor } from './cursor.ts';
import { memberDatabase } from './database.ts';

afterEach(() => memberDatabase.wipe());

test("reads the revision only for the data's owner", async () => {
  await memberDatabase.claim('ada');
  expect(await revisionCursor('ada').read()).toBeNull();
  await revisionCursor('ada').write(17);
  expect(await revisionCursor('ada').read()).toBe(17);
  expect(await revisionCursor('ben').read()).toBeNull();
});

test("another member's claim removes the revision", async () => {
  await memberDatabase.claim('ada');
  await revisionCursor('ada').write(17);
  await memberDatabase.claim('ben');
  expect(await revisionCursor('ben').read()).toBeNull();
});
