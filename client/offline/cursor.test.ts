// The stored cursor after a restart.
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { storedCursor } from './cursor.ts';
import { memberDatabase } from './database.ts';

afterEach(() => memberDatabase.wipe());

test("reads the cursor only for the data's owner", async () => {
  await memberDatabase.claim('ada');
  expect(await storedCursor('ada').read()).toBeNull();
  await storedCursor('ada').write('after 17');
  expect(await storedCursor('ada').read()).toBe('after 17');
  expect(await storedCursor('ben').read()).toBeNull();
});

test("another member's claim removes the cursor", async () => {
  await memberDatabase.claim('ada');
  await storedCursor('ada').write('after 17');
  await memberDatabase.claim('ben');
  expect(await storedCursor('ben').read()).toBeNull();
});
