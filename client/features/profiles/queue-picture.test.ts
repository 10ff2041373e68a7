// Choosing a picture for its upload, and cancelling it before it is stored.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberDatabase } from '#client/offline/database.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';
import { queuePicture } from './queue-picture.ts';

const toPublic = { list: 'profilePicIds', replaces: null } as const;
const picture = new File(['picture'], 'a.png', { type: 'image/png' });

beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  await memberDatabase.claim('ada');
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

const queued = (signal = new AbortController().signal) =>
  queuePicture('ada', picture, toPublic, { signal, onProgress: () => undefined });

test('a chosen picture waits for its upload', async () => {
  const { id } = await queued();
  expect(await uploads.entries('ada')).toMatchObject([{ id, fileName: 'a.png', list: 'profilePicIds' }]);
});

test('a picture that is cancelled while the device stores it does not wait', async () => {
  const controller = new AbortController();
  const { add } = uploads;
  vi.spyOn(uploads, 'add').mockImplementation((...args) => {
    controller.abort();
    return add(...args);
  });
  await queued(controller.signal);
  expect(await uploads.entries('ada')).toEqual([]);
});
