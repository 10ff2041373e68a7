// Drafts of a conversation: none replaces another, and none is lost while the device's storage opens.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setDataKeys, type DataKeys } from '#client/device/data-keys.ts';
import { setStorageOpening } from '#client/device/storage-opening.ts';
import { storeDraft, storedDraft } from './cached-values.ts';
import { memberDatabase } from './database.ts';
import { addToDraft, joinedContent } from './draft-additions.ts';
import { newRoot, unlockedKeysOf } from './root-keys.ts';

const [ada, ben] = ['ada', 'ben'];
const draft = (text: string) => ({ text, pictureIds: [], replyToId: null });

let keys: DataKeys;
beforeEach(async () => {
  keys = await unlockedKeysOf(newRoot());
  setDataKeys(keys);
});
afterEach(async () => {
  setDataKeys(null);
  await memberDatabase.wipe();
});

test('a draft that comes back is put before what was typed meanwhile, with the pictures of both', () => {
  const content = (text: string, ...pictureIds: string[]) => ({ text, pictureIds });
  expect(joinedContent(content('Ferry', 'a'), content('Train', 'a', 'b'))).toEqual(content('Ferry\nTrain', 'a', 'b'));
  expect(joinedContent(content('Ferry', 'a'), content(''))).toEqual(content('Ferry', 'a'));
  expect(joinedContent(content(''), content('Train'))).toEqual(content('Train'));
  expect(joinedContent(content('Ferry'), content('Ferry'))).toEqual(content('Ferry'));
});

test('a text from another screen is put after the draft, unless the message would be too long', async () => {
  await memberDatabase.claim(ada);
  expect(await addToDraft(ada, ben, 'Ferry', '\n')).toBe(true);
  expect(await addToDraft(ada, ben, 'Train', '\n')).toBe(true);
  expect(await addToDraft(ada, ben, 'a'.repeat(100_000), '\n')).toBe(false);
  expect(await storedDraft(ada, ben)).toEqual(draft('Ferry\nTrain'));
});

test('a draft is read and stored once the storage is open', async () => {
  await memberDatabase.claim(ada);
  await storeDraft(ada, ben, draft('Ferry'));

  // The next start of the app.
  setDataKeys(null);
  const opening = Promise.withResolvers<void>();
  setStorageOpening(opening.promise);
  const found = storedDraft(ada, ben);
  const storing = storeDraft(ada, 'cem', draft('Train'));
  setDataKeys(keys);
  opening.resolve();
  await storing;
  expect([await found, await storedDraft(ada, 'cem')]).toEqual([draft('Ferry'), draft('Train')]);
});
