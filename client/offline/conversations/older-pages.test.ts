// Older pages of a conversation that are loaded to show one message, as for a result of a search.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { message, own, pageOf, peer } from '#client/testing/messages.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { conversationKey, conversationQuery } from './conversation-queries.ts';
import { cachedMessages } from './cached-messages.ts';
import { loadOlder, loadUntil } from './older-pages.ts';

const pageSize = 20;
let onServer: Message[] = [];
let asked = 0;
let isConnected = true;
/** Runs once, before the next page is answered. */
let meanwhile: () => unknown;

beforeEach(async () => {
  [asked, isConnected, meanwhile] = [0, true, () => undefined];
  onServer = Array.from({ length: 1_100 }, (_, n) => message(n + 1));
  await memberDatabase.claim(own);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async (path: string) => {
    if (!isConnected) throw new TypeError('Failed to fetch');
    asked++;
    const { pathname } = new URL(path, 'http://server');
    const sought = onServer.find(({ id }) => pathname === `/api/message/${id}`);
    if (pathname.startsWith('/api/message/'))
      return sought ? Response.json(sought) : Response.json({ code: 'not-found' }, { status: 404 });
    const answer = pageOf(onServer, path);
    const run = meanwhile;
    meanwhile = () => undefined;
    await run();
    return answer;
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

async function opened(): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  await client.fetchQuery(conversationQuery(own, peer));
  asked = 0;
  return client;
}
const loaded = (client: QueryClient) => client.getQueryData<Message[]>(conversationKey(own, peer))?.length;
const always = () => true;

test('a message that is older than a thousand others is reached', async () => {
  const client = await opened();
  expect(await loadUntil(client, own, peer, 'm5', always)).toBe(true);
  expect(loaded(client)).toBe(1_100);
});

test('for a message that is gone, or of another conversation, nothing is loaded', async () => {
  const client = await opened();
  expect(await loadUntil(client, own, peer, 'gone', always)).toBe(false);
  expect(await loadUntil(client, own, 'cem', 'm5', always)).toBe(false);
  expect([asked, loaded(client)]).toEqual([2, pageSize]);
});

test('without a connection it is sought in the pages on the device, and no longer once the screen is left', async () => {
  const client = await opened();
  expect(await loadUntil(client, own, peer, 'm1050', always)).toBe(true);
  isConnected = false;
  await expect(loadUntil(client, own, peer, 'm5', always)).rejects.toThrow('There is no connection.');
  isConnected = true;
  let left = 3;
  expect(await loadUntil(client, own, peer, 'm5', () => left-- > 0)).toBe(false);
  expect(loaded(client)).toBe(120);
});

const sequences = (messages: readonly Message[] = []) => messages.map(({ sequence }) => sequence);
const refetched = (client: QueryClient) => client.fetchQuery({ ...conversationQuery(own, peer), staleTime: 0 });

test.each<[string, (client: QueryClient) => Promise<unknown>]>([
  ['before', (client) => ((meanwhile = () => loadOlder(client, own, peer)), refetched(client))],
  ['after', (client) => ((meanwhile = () => refetched(client)), loadOlder(client, own, peer))],
])('a page that arrives %s the newest ones after a long absence leaves no gap', async (_order, load) => {
  const client = await opened();
  onServer.push(...Array.from({ length: 400 }, (_, n) => message(n + 1_101)));
  await load(client);
  const newest = Array.from({ length: 120 }, (_, n) => 1_500 - n);
  const shown = () => sequences(client.getQueryData<Message[]>(conversationKey(own, peer)));
  expect(shown()).toEqual(newest.slice(0, 100));
  expect(await loadOlder(client, own, peer)).toBe(true);
  expect(shown()).toEqual(newest);
  await vi.waitFor(async () => expect(sequences(await cachedMessages(own, peer, 400))).toEqual(newest));
});
