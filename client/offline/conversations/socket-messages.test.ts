// Messages from the socket that were read on another device, or are shown again after they were hidden.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listed, message, own, peer } from '#client/testing/messages.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { cachedMessages, cacheMessages } from './cached-messages.ts';
import { conversationKey, conversationsQuery, hideMessage, showMessage } from './conversation-queries.ts';

beforeEach(() => memberDatabase.claim(own));
afterEach(async () => {
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

test('a message that was read on another device before this one was connected again does not count as unread', async () => {
  const client = new QueryClient();
  const { queryKey } = conversationsQuery(own);
  client.setQueryData(queryKey, [listed(message(1), peer, 1)]);
  await showMessage(client, own, peer, message(2), true);
  expect(client.getQueryData(queryKey)).toMatchObject([{ id: 'm2', unread: 2 }]);
  await showMessage(client, own, peer, message(3, { tsRecipientRead: Date.UTC(2026, 10, 20, 13) }), true);
  expect(client.getQueryData(queryKey)).toMatchObject([{ id: 'm3', unread: 0 }]);
});

test('a message that was hidden is shown again if it has changed since, but not by an earlier reply', async () => {
  const client = new QueryClient();
  const key = conversationKey(own, peer);
  client.setQueryData(key, [message(5), message(4)]);
  await cacheMessages(own, [message(5), message(4)]);
  await hideMessage(client, own, peer, 'm5', 5.1);
  await showMessage(client, own, peer, message(5), true);
  expect(client.getQueryData(key)).toEqual([message(4)]);
  const restored = message(5, { revision: 5.2 });
  await showMessage(client, own, peer, restored, true);
  expect(client.getQueryData(key)).toEqual([restored, message(4)]);
  expect(await cachedMessages(own, peer, 10)).toEqual([restored, message(4)]);
});

test('a message does not make a conversation current that has missed others', async () => {
  const client = new QueryClient();
  const keys = [conversationKey(own, peer), conversationsQuery(own).queryKey];
  client.setQueryData(conversationKey(own, peer), [message(2), message(1)]);
  client.setQueryData(conversationsQuery(own).queryKey, [listed(message(2), peer, 1)]);
  await client.invalidateQueries();
  await showMessage(client, own, peer, message(7), true);
  expect(client.getQueryData(conversationsQuery(own).queryKey)).toMatchObject([{ id: 'm7' }]);
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  await hideMessage(client, own, peer, 'm7');
  expect(client.getQueryState(conversationKey(own, peer))?.isInvalidated).toBe(true);
});
