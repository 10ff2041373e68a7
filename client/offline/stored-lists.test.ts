// Changes of the lists on the device that overlap, as when a tab handles several events at once.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setDataKeys } from '#client/device/data-keys.ts';
import { cachedList, cacheList } from './cached-values.ts';
import { memberDatabase } from './database.ts';
import { newRoot, unlockedKeysOf } from './root-keys.ts';
import { changeLists, unlistMember } from './stored-lists.ts';

const own = 'ada';
const members = ['ben', 'cem', 'dan'].map((profileId) => ({ profileId }));

beforeEach(async () => {
  vi.stubGlobal('isSecureContext', true);
  setDataKeys(await unlockedKeysOf(newRoot()));
  await memberDatabase.claim(own);
  await cacheList(own, 'a list', members);
});
afterEach(async () => {
  await memberDatabase.wipe();
  setDataKeys(null);
  vi.unstubAllGlobals();
});

const listed = async () => (await cachedList<typeof members>(own, 'a list'))?.value.map(({ profileId }) => profileId);

test('two members who disappear at the same time are both removed', async () => {
  await Promise.all([unlistMember(own, 'ben'), unlistMember(own, 'cem')]);
  expect(await listed()).toEqual(['dan']);
});

test('a list that was received during a change stays as it is', async () => {
  await changeLists<typeof members>(own, 'a list', async () => {
    vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 1);
    await cacheList(own, 'a list', members.slice(1));
    return [];
  });
  expect(await listed()).toEqual(['cem', 'dan']);
});
