// The replies to writes, cached on the device also when no page is open.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Profile } from '#shared/contract/profiles.ts';
import { own, ownMessage, peer, waiting } from '#client/testing/messages.ts';
import { cachedLike, cachedProfile } from '#client/offline/cached-values.ts';
import { cachedMessages } from '#client/offline/conversations/cached-messages.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { cacheReply } from './cache-reply.ts';

beforeEach(() => memberDatabase.claim(own));
afterEach(() => memberDatabase.wipe());

const profile = { id: own, profilename: 'Ada', profilePicIdsPrivate: ['p1'] } as unknown as Profile;
const like = { likerProfileId: own, likedProfileId: peer, likeType: 'LIKE' };

test('a sent message, a saved profile and a like are cached for the next start', async () => {
  await cacheReply(waiting('1', { keeps: 'message' }), ownMessage(7));
  await cacheReply(waiting('2', { keeps: 'profile' }), profile);
  await cacheReply(waiting('3', { keeps: 'like' }), like);
  expect(await cachedMessages(own, peer, 10)).toEqual([ownMessage(7)]);
  expect((await cachedProfile(own, own))?.value).toEqual(profile);
  expect((await cachedLike(own, peer))?.value).toEqual(like);
});

test('a reply without a cache, and an empty reply, change nothing', async () => {
  await cacheReply(waiting('1', { keeps: null }), profile);
  await cacheReply(waiting('2', { keeps: 'profile' }), null);
  expect(await cachedProfile(own, own)).toBeNull();
});
