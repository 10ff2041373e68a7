// Drafts, profiles and likes stored on the device between two starts of the app.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { Profile, ProfileBrief } from '#shared/contract/profiles.ts';
import { memberDatabase } from './database.ts';
import {
  cacheBriefs,
  cachedLike,
  cachedProfile,
  cacheLike,
  cacheProfile,
  forgetProfile,
  storeDraft,
  storedDraft,
} from './cached-values.ts';

const [ada, ben, cem] = ['ada-4f1', 'ben-9c2', 'cem-7d3'];
beforeEach(() => memberDatabase.claim(ada));
afterEach(() => memberDatabase.wipe());

test('each conversation has its own draft, with pictures and the quoted message', async () => {
  const answer = { text: 'Half a sent', pictureIds: ['picture-1', 'picture-2'], replyToId: 'message-7' };
  const pictureAlone = { text: '', pictureIds: ['picture-3'], replyToId: null };
  await storeDraft(ada, ben, answer);
  await storeDraft(ada, cem, pictureAlone);
  expect(await storedDraft(ada, ben)).toEqual(answer);
  expect(await storedDraft(ada, cem)).toEqual(pictureAlone);
});

test('a draft that is sent or emptied is removed, with the quoted message', async () => {
  await storeDraft(ada, ben, { text: 'Half a sent', pictureIds: [], replyToId: 'message-7' });
  await storeDraft(ada, ben, { text: '', pictureIds: [], replyToId: 'message-7' });
  expect(await storedDraft(ada, ben)).toBeNull();
});

test('a draft that an earlier version of the app stored as text is still read', async () => {
  await memberDatabase.write(
    ada,
    ['drafts'],
    async () => (transaction) =>
      transaction.objectStore('drafts').put({ profile: ada, id: ben, savedMs: 1, value: 'Half a sent' as never }),
  );
  expect(await storedDraft(ada, ben)).toEqual({ text: 'Half a sent', pictureIds: [], replyToId: null });
});

test('the last 300 viewed profiles and 2,000 briefs remain on the device', async () => {
  const brief = (n: number) => ({ profileId: `brief ${n}` }) as ProfileBrief;
  const profile = (n: number) => ({ id: `profile ${n}` }) as Profile;
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let n = 0; n < 300; n++) {
    vi.setSystemTime(n);
    await cacheProfile(ada, profile(n));
  }
  await cacheBriefs(ada, [brief(0)]);
  vi.setSystemTime(1_000);
  await cacheBriefs(
    ada,
    Array.from({ length: 1_999 }, (_, n) => brief(n + 1)),
  );
  expect([await count('profiles'), await count('briefs')]).toEqual([300, 2_000]);
  await cacheProfile(ada, profile(300));
  await cacheBriefs(ada, [brief(2_000)]);
  vi.useRealTimers();
  expect([await count('profiles'), await count('briefs')]).toEqual([300, 2_000]);
  expect(await cachedProfile(ada, 'profile 0')).toBeNull();
  expect((await cachedProfile(ada, 'profile 1'))?.savedMs).toBe(1);
  expect(await ids('briefs')).not.toContain('brief 0');
});

test('removing a profile also removes its brief and the like for it', async () => {
  await cacheProfile(ada, { id: ben } as Profile);
  await cacheBriefs(ada, [{ profileId: ben } as ProfileBrief, { profileId: cem } as ProfileBrief]);
  await cacheLike(ada, { likerProfileId: ada, likedProfileId: ben } as ProfileLike);
  await forgetProfile(ada, ben);
  expect([await cachedProfile(ada, ben), await cachedLike(ada, ben), await ids('briefs')]).toEqual([null, null, [cem]]);
});

test('the own profile is cached with the ids of private pictures, another one’s without', async () => {
  const pictures = { profilePicIdsPrivate: ['p1'], picPlaceholdersPrivate: ['x'] };
  for (const id of [ada, ben]) await cacheProfile(ada, { id, ...pictures } as unknown as Profile);
  expect((await cachedProfile(ada, ada))?.value).toMatchObject(pictures);
  expect((await cachedProfile(ada, ben))?.value).toEqual({ id: ben, profilePicIdsPrivate: [], picPlaceholdersPrivate: [] });
});

const count = (store: 'profiles' | 'briefs') =>
  memberDatabase.run([store], -1, (transaction) => transaction.objectStore(store).count());
const ids = (store: 'profiles' | 'briefs') =>
  memberDatabase.run([store], [], async (transaction) => (await transaction.objectStore(store).getAllKeys()).map(([, id]) => id));
