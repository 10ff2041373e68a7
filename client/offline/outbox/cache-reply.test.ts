// The replies to writes, cached on the device also when no page is open.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConversationListed } from '#shared/contract/messages.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { broadcast, listed, own, ownMessage, peer, waiting } from '#client/testing/messages.ts';
import { mutesKey, notificationsKey } from '#client/offline/cached-notifications.ts';
import { cachedLike, cachedList, cachedProfile, cacheList } from '#client/offline/cached-values.ts';
import { cacheBroadcasts, cachedBroadcasts, storeOwnSector } from '#client/offline/conversations/cached-broadcasts.ts';
import { cachedMessages, cacheMessages, conversationsKey } from '#client/offline/conversations/cached-messages.ts';
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

const notified = (id: string, tsCreated: number) => ({ id, tsCreated, kind: 'like', bodyText: '', url: '/', profile: null });
const removal = (id: string, queue: string, path: string) => waiting(id, { keeps: 'notifications', queue, path });
const shown = async () =>
  (await cachedList<{ id: string }[]>(own, JSON.stringify(notificationsKey(own))))?.value.map(({ id }) => id);

test('a notification that was removed is not shown at the next start, but a newer one is', async () => {
  const before = [notified('a', 5), notified('b', 4), notified('c', 3), notified('d', 2)];
  await cacheList(own, JSON.stringify(notificationsKey(own)), before);
  await cacheReply(removal('1', 'notification:b', '/api/notification/b?tsCreated=4'), null);
  await cacheReply(removal('2', 'notification:a', '/api/notification/a?tsCreated=4'), null);
  expect(await shown()).toEqual(['a', 'c', 'd']);
  await cacheReply(removal('3', `notifications:${own}`, `/api/notifications/${own}?tsCreated=3`), null);
  expect(await shown()).toEqual(['a']);
});

const conversations = async () =>
  (await cachedList<ConversationListed[]>(own, JSON.stringify(conversationsKey(own))))?.value.map(({ id }) => id);

test('of a deleted message nothing is shown at the next start, not even in the list of conversations', async () => {
  await cacheMessages(own, [ownMessage(8), ownMessage(7)]);
  await cacheList(own, JSON.stringify(conversationsKey(own)), [
    { ...listed(ownMessage(8), peer), sequence: ownMessage(8).tsCreated },
  ]);
  const deletion = (id: string) => waiting('1', { keeps: 'deleted-message', queue: `delete:${id}` });
  await cacheReply(deletion('m8'), null);
  expect(await cachedMessages(own, peer, 10)).toEqual([ownMessage(7)]);
  expect(await conversations()).toEqual(['m7']);
  await cacheReply(deletion('m7'), null);
  expect([await cachedMessages(own, peer, 10), await conversations()]).toEqual([[], []]);
});

test('a deleted broadcast is not shown at the next start', async () => {
  const area = '33:-113';
  await storeOwnSector(own, { sector: area });
  await cacheBroadcasts(own, area, [broadcast(2), broadcast(1)]);
  await cacheReply(waiting('1', { keeps: 'deleted-message', queue: 'delete:m2' }), null);
  expect((await cachedBroadcasts(own, area))?.value.map(({ id }) => id)).toEqual(['m1']);
});

test('a changed mute is cached for the next start', async () => {
  await cacheReply(waiting('1', { keeps: 'mutes' }), [{ profileId: peer, tsUntil: null }]);
  expect((await cachedList(own, JSON.stringify(mutesKey(own))))?.value).toEqual([{ profileId: peer, tsUntil: null }]);
});

test('a reply without a cache, and an empty reply, change nothing', async () => {
  await cacheReply(waiting('1', { keeps: null }), profile);
  await cacheReply(waiting('2', { keeps: 'profile' }), null);
  expect(await cachedProfile(own, own)).toBeNull();
});
