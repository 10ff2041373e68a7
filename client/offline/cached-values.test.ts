// Drafts stored on the device between two starts of the app.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memberDatabase } from './database.ts';
import { storeDraft, storedDraft } from './cached-values.ts';

const [ada, ben, cem] = ['ada-4f1', 'ben-9c2', 'cem-7d3'];
beforeEach(() => memberDatabase.claim(ada));
afterEach(() => memberDatabase.wipe());

test('a draft comes back with its pictures and with what it answers, each conversation its own', async () => {
  const answer = { text: 'Half a sent', pictureIds: ['picture-1', 'picture-2'], replyToId: 'message-7' };
  const pictureAlone = { text: '', pictureIds: ['picture-3'], replyToId: null };
  await storeDraft(ada, ben, answer);
  await storeDraft(ada, cem, pictureAlone);
  expect(await storedDraft(ada, ben)).toEqual(answer);
  expect(await storedDraft(ada, cem)).toEqual(pictureAlone);
});

test('once it is sent or emptied nothing is left of a draft, also of what it answered', async () => {
  await storeDraft(ada, ben, { text: 'Half a sent', pictureIds: [], replyToId: 'message-7' });
  await storeDraft(ada, ben, { text: '', pictureIds: [], replyToId: 'message-7' });
  expect(await storedDraft(ada, ben)).toBeNull();
});

test('a text that an earlier version of the app kept is not lost with its update', async () => {
  await memberDatabase.write(ada, ['drafts'], (transaction) =>
    transaction.objectStore('drafts').put({ profile: ada, id: ben, savedMs: 1, value: 'Half a sent' as never }),
  );
  expect(await storedDraft(ada, ben)).toEqual({ text: 'Half a sent', pictureIds: [], replyToId: null });
});
