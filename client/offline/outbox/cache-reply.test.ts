// The replies to writes, cached on the device even if no page is open.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { broadcast, listed, message, own, ownBroadcast, ownMessage, peer, waiting } from '#client/testing/messages.ts';
import { cachedNotes, cacheNotes } from '#client/offline/cached-notes.ts';
import { mutesKey, notificationsKey } from '#client/offline/cached-notifications.ts';
import { likedPicsKey } from '#client/offline/cached-pic-likes.ts';
import {
  cacheBriefs,
  cachedLike,
  cachedList,
  cachedProfile,
  cacheLike,
  cacheList,
  cacheProfile,
  storeDraft,
  storedDraft,
} from '#client/offline/cached-values.ts';
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

const notified = (id: string, tsCreated: number, kind = 'like') => ({
  id,
  tsCreated,
  kind,
  bodyText: '',
  url: '/',
  profile: null,
});
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

test('a health notice, whose time is only a date, is shown until it is removed individually', async () => {
  await cacheList(own, JSON.stringify(notificationsKey(own)), [notified('a', 5), notified('notice', 4, 'health')]);
  await cacheReply(removal('1', `notifications:${own}`, `/api/notifications/${own}?tsCreated=5`), null);
  expect(await shown()).toEqual(['notice']);
  await cacheReply(removal('2', 'notification:notice', '/api/notification/notice?tsCreated=4'), null);
  expect(await shown()).toEqual([]);
});

const conversations = async () =>
  (await cachedList<ConversationListed[]>(own, JSON.stringify(conversationsKey(own))))?.value.map(({ id }) => id);

test('a deleted message is not shown at the next start, not even in the list of conversations', async () => {
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

const briefOf = (profileId: string) => ({ profileId, session: null, profileName: profileId, profilePicIds: [] });
const about = (profileId: string) => ({ id: `about ${profileId}`, profile: briefOf(profileId) });
/** What the app stores of its queries. */
const queriesWith = (...members: string[]) => {
  const data = { pages: [{ briefs: members.map(briefOf), details: members.map(briefOf), isLast: true }], pageParams: [0] };
  return JSON.stringify({ buster: '2', clientState: { queries: [{ queryKey: ['nearby', 'nearest'], state: { data } }] } });
};
/** The lists on the device that show members, by name. */
const listsWith = (...members: string[]): Record<string, unknown> => ({
  queries: queriesWith(...members),
  [JSON.stringify(['nearby', 'sector', own, false, {}, '33:-113'])]: members.map(briefOf),
  [JSON.stringify(conversationsKey(own))]: members.map((id) => listed(message(7, { senderProfileId: id }), id)),
  [JSON.stringify(notificationsKey(own))]: [{ ...notified('a case', 9), profile: null }, ...members.map(about)],
  [JSON.stringify(mutesKey(own))]: members.map((profileId) => ({ profileId, tsUntil: null })),
  [JSON.stringify(['likes', 'profilelikedyou', own])]: members.map(about),
  'broadcasts:33:-113': members.map((senderProfileId) => broadcast(2, { senderProfileId })),
});
const listsNow = async () =>
  Object.fromEntries(
    await Promise.all(Object.keys(listsWith()).map(async (name) => [name, (await cachedList(own, name))?.value])),
  );
const notes = [peer, 'cem'].map((id) => ({
  authorProfileId: own,
  aboutProfileId: id,
  bodyText: 'Sails',
  privateTags: [],
  version: 'v',
  profile: briefOf(id),
}));
const draft = { text: 'To be sent', pictureIds: [], replyToId: null };

/** The device has everything of Ben and Cem. */
async function storeBoth(): Promise<void> {
  for (const [name, list] of Object.entries(listsWith(peer, 'cem'))) await cacheList(own, name, list);
  await cacheMessages(own, [message(7), message(7, { id: 'of cem', senderProfileId: 'cem' })]);
  for (const id of [peer, 'cem']) await cacheProfile(own, { ...profile, id });
  await cacheBriefs(own, [peer, 'cem'].map(briefOf) as never);
  await cacheLike(own, { ...like, likeType: 'LIKE', blocked: false, tsCreated: 1 });
  await cacheNotes(own, notes as never);
  await storeDraft(own, peer, draft);
}

const blockEntry = (id: string, blocked: boolean) => waiting(id, { keeps: 'like', queue: `like:${peer}`, body: { blocked } });
const ownWords = async () => [(await cachedNotes(own))?.value, await storedDraft(own, peer)];
const ofPeer = async () => [await cachedMessages(own, peer, 10), await cachedProfile(own, peer)];

test.each<[string, object | null]>([
  ['was blocked', { ...like, blocked: true }],
  ['no longer exists', null],
])('a member who %s is not shown at the next start, but the notes about them and their draft stay', async (_, reply) => {
  await storeBoth();
  await cacheReply(blockEntry('1', true), reply);
  expect(await listsNow()).toEqual(listsWith('cem'));
  expect(await ofPeer()).toEqual([[], null]);
  expect((await cachedLike(own, peer))?.value ?? null).toEqual(reply);
  expect(await ownWords()).toEqual([notes, draft]);
  expect([(await cachedMessages(own, 'cem', 10)).length, (await cachedProfile(own, 'cem'))?.value.id]).toEqual([1, 'cem']);
});

test('a member who was liked or unblocked loses nothing', async () => {
  await storeBoth();
  await cacheReply(blockEntry('1', false), { ...like, blocked: false });
  expect(await listsNow()).toEqual(listsWith(peer, 'cem'));
  expect(await ofPeer()).toEqual([[message(7)], { value: expect.anything(), savedMs: expect.any(Number) }]);
});

const conversationRows = async () =>
  (await cachedList<ConversationListed[]>(own, JSON.stringify(conversationsKey(own))))?.value.map(
    ({ id, profile, unread }) => `${profile.profileId} ${id} ${unread}`,
  );

test('a conversation that was read has no count at the next start, unless a newer message has come', async () => {
  const [newest, earlier] = [message(8), message(7)];
  const inList = { ...listed(newest, peer, 2), sequence: newest.tsCreated };
  await cacheMessages(own, [newest, earlier]);
  await cacheList(own, JSON.stringify(conversationsKey(own)), [inList]);
  const read = (sequence: number) => message(sequence, { tsRecipientRead: 9, revision: sequence + 0.5 });
  await cacheReply(waiting('1', { queue: 'read:m7' }), read(7));
  expect(await conversationRows()).toEqual(['ben m8 2']);
  await cacheReply(waiting('2', { queue: 'read:m8' }), read(8));
  expect(await conversationRows()).toEqual(['ben m8 0']);
  expect((await cachedMessages(own, peer, 10)).map(({ tsRecipientRead }) => tsRecipientRead)).toEqual([9, 9]);
});

test('a sent message is the newest of its conversation at the next start, and the conversation comes first', async () => {
  const [ben, cem] = [message(7), message(8, { id: 'of cem', senderProfileId: 'cem' })];
  await cacheList(own, JSON.stringify(conversationsKey(own)), [
    { ...listed(cem, 'cem', 1), sequence: cem.tsCreated },
    { ...listed(ben, peer, 1), sequence: ben.tsCreated },
  ]);
  await cacheReply(waiting('1'), ownMessage(9));
  expect(await conversationRows()).toEqual(['ben m9 1', 'cem of cem 1']);
});

test('the newest message in the list has nothing of the one before it', async () => {
  const listedNow = async () => (await cachedList<ConversationListed[]>(own, JSON.stringify(conversationsKey(own))))?.value;
  const seenOnce = ownMessage(7, { bodyText: '', viewOnce: 'unviewed', recipientReaction: '❤️' });
  await cacheMessages(own, [seenOnce, ownMessage(6)]);
  await cacheList(own, JSON.stringify(conversationsKey(own)), [{ ...listed(seenOnce, peer), sequence: seenOnce.tsCreated }]);
  await cacheReply(waiting('1', { keeps: 'deleted-message', queue: 'delete:m7' }), null);
  const inList = (newest: Message) => ({ ...listed(newest, peer), sequence: newest.tsCreated });
  expect(await listedNow()).toEqual([inList(ownMessage(6))]);
  await cacheList(own, JSON.stringify(conversationsKey(own)), [inList(seenOnce)]);
  const picture = ownMessage(8, { bodyText: '', profilePicIds: ['p1'] });
  await cacheReply(waiting('2'), picture);
  expect(await listedNow()).toEqual([inList(picture)]);
});

test('the first message to a known member begins their conversation at the next start, unless it was deleted or only changed', async () => {
  await cacheProfile(own, { id: 'dan', profilename: 'Dan', profilePicIds: ['d1'] } as unknown as Profile);
  await cacheList(own, JSON.stringify(conversationsKey(own)), [
    { ...listed(message(7), peer, 1), sequence: message(7).tsCreated },
  ]);
  const first = ownMessage(1, { id: 'first', recipientProfileId: 'dan', tsCreated: message(9).tsCreated });
  await cacheReply(waiting('1'), { ...first, tsSenderDeleted: 1 });
  await cacheReply(waiting('2'), { ...first, id: 'to a stranger', recipientProfileId: 'eli' });
  await cacheReply(waiting('3'), { ...first, recipientReaction: '❤️', revision: 1.5 });
  expect(await conversationRows()).toEqual(['ben m7 1']);
  await cacheReply(waiting('4'), first);
  expect(await conversationRows()).toEqual(['dan first 0', 'ben m7 1']);
  const [row] = (await cachedList<ConversationListed[]>(own, JSON.stringify(conversationsKey(own))))?.value ?? [];
  expect(row?.profile).toMatchObject({ profileName: 'Dan', profilePicIds: ['d1'] });
});

test('a broadcast that was sent is the newest of its own area at the next start, and of no other area', async () => {
  const [area, other] = ['33:-11', '33:-113'];
  await cacheProfile(own, { ...profile, age: 36, profilePicIds: [] });
  await storeOwnSector(own, { sector: area });
  await cacheBroadcasts(own, area, [broadcast(1, { sector: area })]);
  await cacheList(own, `broadcasts:${other}`, [broadcast(2)]);
  const { profile: _, ...sent } = ownBroadcast(3, { sector: area });
  for (const id of ['1', '2']) await cacheReply(waiting(id), sent);
  await cacheReply(waiting('3'), { ...sent, id: 'of another', senderProfileId: peer });
  const held = async (sector: string) => (await cachedBroadcasts(own, sector))?.value.map(({ id }) => id);
  expect([await held(area), await held(other)]).toEqual([['m3', 'm1'], ['m2']]);
  expect((await cachedBroadcasts(own, area))?.value[0]?.profile).toMatchObject({ profileName: 'Ada', profileAge: 36 });
});

test('a like or dislike of a picture is still there at the next start', async () => {
  const liked = async () => (await cachedList(own, JSON.stringify(likedPicsKey(own, peer))))?.value;
  const rated = (profilePicId: string, likeType: string) =>
    cacheReply(waiting(profilePicId, { keeps: 'pic-like' }), { profilePicId, profilePicProfileId: peer, likeType });
  await rated('p1', 'LIKE');
  expect(await liked()).toBeUndefined();
  await cacheList(own, JSON.stringify(likedPicsKey(own, peer)), ['p1']);
  await rated('p2', 'LIKE');
  expect(await liked()).toEqual(['p1', 'p2']);
  await rated('p1', 'DISLIKE');
  expect(await liked()).toEqual(['p2']);
});
