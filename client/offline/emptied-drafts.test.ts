// A draft that is emptied by sending it, or read again, while it is still being encrypted for this device.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveDataKeys } from '#client/testing/data-keys.ts';
import { storeDraft, storedDraft, type Draft } from './cached-values.ts';
import { memberDatabase } from './database.ts';

giveDataKeys();
const [ada, ben] = ['ada-4f1', 'ben-9c2'];
beforeEach(() => memberDatabase.claim(ada));
afterEach(() => memberDatabase.wipe());

const draft = (text: string): Draft => ({ text, pictureIds: [], replyToId: null });

test('a message that was sent does not come back as a draft', async () => {
  await storeDraft(ada, ben, draft('Half'));
  const stored = storeDraft(ada, ben, draft('Half a sentence'));
  await Promise.all([stored, storeDraft(ada, ben, draft(''))]);
  expect(await storedDraft(ada, ben)).toBeNull();
});

test('a draft is read with changes that are still being stored', async () => {
  await storeDraft(ada, ben, draft('Half'));
  void storeDraft(ada, ben, draft('Half a sentence'));
  expect(await storedDraft(ada, ben)).toEqual(draft('Half a sentence'));
  void storeDraft(ada, ben, draft(''));
  expect(await storedDraft(ada, ben)).toBeNull();
});

const storedDrafts = () => memberDatabase.run(['drafts'], 0, (transaction) => transaction.objectStore('drafts').count());

test('the draft of a sent message is removed only once the message is in the outbox', async () => {
  const stored = Promise.withResolvers<void>();
  const untilSent = vi.fn(() => stored.promise);
  await storeDraft(ada, ben, draft('Whole'));
  const removed = storeDraft(ada, ben, draft(''), untilSent);
  await vi.waitFor(() => expect(untilSent).toHaveBeenCalled());
  expect(await storedDrafts()).toBe(1);
  stored.resolve();
  await removed;
  expect(await storedDrafts()).toBe(0);
});

test('a draft that is being written waits for no message', async () => {
  await storeDraft(ada, ben, draft('Half'), () => Promise.withResolvers().promise);
  expect(await storedDraft(ada, ben)).toEqual(draft('Half'));
});
