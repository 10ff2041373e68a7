// With an app lock, the worker stores what a closing page gives it, even while other tabs load pictures.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentDataKeys, setDataKeys } from '#client/device/data-keys.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { outboxQueue } from '#client/offline/outbox/outbox-queue.ts';
import { resealAll } from '#client/offline/reseal.ts';
import { keysOf, newRoot } from '#client/offline/root-keys.ts';
import { exampleWrite as write } from '#client/testing/example-write.ts';
import { deviceState } from './keys.ts';
import { storeForPage } from './store-for-page.ts';

const lock = { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 0 };

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', async () => Response.json({ code: 'locked' }, { status: 423 }));
});
afterEach(async () => {
  setDataKeys(null);
  await memberDatabase.wipe();
  vi.unstubAllGlobals();
});

test('a message is stored with the keys of its page, which the worker then forgets', async () => {
  const keys = await keysOf(newRoot());
  setDataKeys(keys);
  await memberDatabase.claim('ada');
  await resealAll(keys, { lock, root: null });
  setDataKeys(null);

  // A tab loads a picture while the worker reads what is stored.
  vi.spyOn(outboxQueue, 'entries').mockImplementationOnce(async () => {
    expect(await deviceState()).toEqual({ owner: null, isLockSet: true });
    return [];
  });
  await storeForPage({ type: 'STORE', keys, write });
  expect(currentDataKeys()).toBeNull();
  setDataKeys(keys);
  expect((await outboxQueue.entries('ada')).map(({ key }) => key)).toEqual(['key-1']);
});
