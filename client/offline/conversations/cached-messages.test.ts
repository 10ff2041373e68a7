// Messages cached by conversation.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { broadcast, message, own, ownBroadcast, ownMessage, peer } from '#client/testing/messages.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { cachedMessages, cacheMessage, cacheMessages, forgetConversation, peerOf } from './cached-messages.ts';

beforeEach(() => memberDatabase.claim(own));
afterEach(() => memberDatabase.wipe());

test('a message belongs to the conversation with the other member, and an own broadcast to none', () => {
  expect([message(1), ownMessage(2), ownBroadcast(3)].map((one) => peerOf(own, one))).toEqual([peer, peer, null]);
});

test('own broadcasts are not cached', async () => {
  await cacheMessages(own, [ownBroadcast(3), broadcast(4, { senderProfileId: own }), ownMessage(5)]);
  const count = await memberDatabase.run(['messages'], -1, (transaction) => transaction.objectStore('messages').count());
  expect([count, await cachedMessages(own, peer, 10)]).toEqual([1, [ownMessage(5)]]);
});

test('one new message begins a cached conversation, and a change of an older message that is not cached is ignored', async () => {
  await cacheMessage(own, message(5, { revision: 9 }));
  expect(await cachedMessages(own, peer, 10)).toEqual([]);
  await cacheMessage(own, message(6));
  await cacheMessage(own, message(5, { revision: 9 }));
  await cacheMessage(own, message(7));
  expect(await cachedMessages(own, peer, 10)).toEqual([message(7), message(6)]);
  expect(await cachedMessages(own, peer, 1)).toEqual([message(7)]);
});

test('one conversation, or all conversations, can be removed from the device', async () => {
  const toCem = ownMessage(8, { recipientProfileId: 'cem' });
  await cacheMessages(own, [message(7), toCem, message(9, { senderProfileId: 'dan' })]);
  await forgetConversation(own, peer);
  expect([await cachedMessages(own, peer, 10), await cachedMessages(own, 'cem', 10)]).toEqual([[], [toCem]]);
  await forgetConversation(own);
  expect([await cachedMessages(own, 'cem', 10), await cachedMessages(own, 'dan', 10)]).toEqual([[], []]);
});
