// The end of a list as the server reported it, even if cached items were deleted since.
import 'fake-indexeddb/auto';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { broadcast, message, own, peer } from '#client/testing/messages.ts';
import { broadcastsQuery, dropBroadcasts } from './broadcast-queries.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { endQuery, mayHaveOlder } from './list-ends.ts';
import { loadOlder } from './older-pages.ts';
import { conversationQuery, hideMessage, showMessage } from './conversation-queries.ts';

const pageSize = 20;
let onServer: Message[] = [];

beforeEach(async () => {
  onServer = [];
  await memberDatabase.claim(own);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async (path: string) => {
    const before = new URL(path, 'http://server').searchParams.get('beforeMessageId');
    const limit = onServer.find(({ id }) => id === before)?.sequence ?? Number.POSITIVE_INFINITY;
    const older = onServer.filter(({ sequence }) => sequence < limit);
    return Response.json(older.toSorted((a, b) => b.sequence - a.sequence).slice(0, pageSize));
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

const start = (): QueryClient => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
const conversation = conversationQuery(own, peer);
const open = (client: QueryClient) => client.fetchQuery({ ...conversation, staleTime: 0 });
const messagesTo = (last: number) => Array.from({ length: last }, (_, n) => message(n + 1));
const hasOlder = (client: QueryClient, { queryKey }: { readonly queryKey: QueryKey } = conversation) =>
  mayHaveOlder(client.getQueryData(endQuery(queryKey).queryKey), client.getQueryData<Message[]>(queryKey) ?? [], pageSize);
const deleteMessage = async (client: QueryClient, id: string): Promise<void> => {
  onServer = onServer.filter((one) => one.id !== id);
  await hideMessage(client, own, peer, id);
};

test('a list that shows one page has older items even after one of the page was deleted', async () => {
  onServer = messagesTo(45);
  const client = start();
  await open(client);
  await deleteMessage(client, 'm40');
  expect(hasOlder(client)).toBe(true);
  expect(await loadOlder(client, own, peer)).toBe(true);
  expect(await loadOlder(client, own, peer)).toBe(false);
  expect(hasOlder(client)).toBe(false);
  expect(client.getQueryData<Message[]>(conversation.queryKey)).toHaveLength(44);
});

test('a conversation of a few messages has no older ones, even if it was empty before', async () => {
  onServer = messagesTo(3);
  const client = start();
  await open(client);
  expect(hasOlder(client)).toBe(false);
  const empty = start();
  onServer = [];
  await memberDatabase.wipe();
  await memberDatabase.claim(own);
  await open(empty);
  await showMessage(empty, own, peer, message(7), true);
  expect(empty.getQueryData(conversation.queryKey)).toHaveLength(1);
  expect(hasOlder(empty)).toBe(false);
});

test('after exactly one full page, older messages are requested once', async () => {
  onServer = messagesTo(20);
  const client = start();
  await open(client);
  expect(hasOlder(client)).toBe(true);
  await loadOlder(client, own, peer);
  expect(hasOlder(client)).toBe(false);
  await open(client);
  expect(hasOlder(client)).toBe(false);
});

test('a conversation whose older messages were dropped after a long absence can be continued again', async () => {
  onServer = messagesTo(15);
  const client = start();
  await open(client);
  expect(hasOlder(client)).toBe(false);
  onServer = messagesTo(300);
  expect(await open(client)).toHaveLength(100);
  expect(hasOlder(client)).toBe(true);
});

test('an area that shows one page has older broadcasts even after one of the page was unsent', async () => {
  onServer = Array.from({ length: 30 }, (_, n) => broadcast(n + 1));
  const client = start();
  const area = broadcastsQuery(own, '33:-113', false);
  await client.fetchQuery(area);
  await dropBroadcasts(client, own, ({ id }) => id === 'm25');
  expect(client.getQueryData(area.queryKey)).toHaveLength(19);
  expect(hasOlder(client, area)).toBe(true);
});

test('a conversation that was empty has messages older than an own one, if others were sent before it', async () => {
  const client = start();
  await open(client);
  onServer = messagesTo(30);
  await showMessage(client, own, peer, message(30, { senderProfileId: own, recipientProfileId: peer }));
  await open(client);
  expect(client.getQueryData<Message[]>(conversation.queryKey)).toHaveLength(20);
  expect(hasOlder(client)).toBe(true);
});
