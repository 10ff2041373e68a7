// Downloading an open conversation: complete, and without gaps after an interruption.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { message, own, pageOf, peer } from '#client/testing/messages.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { downloadConversation } from './download-conversation.ts';
import { loadOlder } from './older-pages.ts';
import { forgetBefore, cachedMessages } from './cached-messages.ts';
import { conversationKey, conversationQuery } from './conversation-queries.ts';

let onServer: Message[];
let asked: number;
let isConnected: boolean;
/** Runs before each answer. */
let meanwhile: () => unknown;

beforeEach(async () => {
  [asked, isConnected, meanwhile] = [0, true, () => undefined];
  onServer = Array.from({ length: 65 }, (_, n) => message(n + 1));
  await memberDatabase.claim(own);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async (path: string) => {
    asked += 1;
    if (!isConnected) throw new TypeError('Failed to fetch');
    await meanwhile();
    return pageOf(onServer, path);
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

const openedNow = async (): Promise<QueryClient> => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await client.fetchQuery(conversationQuery(own, peer));
  return client;
};
const keep = (signal = new AbortController().signal) => downloadConversation(own, peer, signal);
const onDevice = async (): Promise<number[]> => (await cachedMessages(own, peer, 400)).map(({ sequence }) => sequence);
const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, n) => from - n);

test('all messages are downloaded, and no page is requested again at the next visit', async () => {
  await openedNow();
  expect(await onDevice()).toEqual(down(65, 46));
  expect(await keep()).toEqual({ count: 65, beginsAt: 1 });
  expect(await onDevice()).toEqual(down(65, 1));
  expect(asked).toBe(4);
  await keep();
  expect(asked).toBe(5);
});

test('messages before the newest 400 are not downloaded', async () => {
  onServer = Array.from({ length: 500 }, (_, n) => message(n + 1));
  await openedNow();
  expect(await keep()).toEqual({ count: 400, beginsAt: null });
  expect(await onDevice()).toEqual(down(500, 101));
});

test('a download that is interrupted keeps its messages and continues from them', async () => {
  await openedNow();
  const leaving = new AbortController();
  meanwhile = () => asked === 3 && leaving.abort();
  await expect(keep(leaving.signal)).rejects.toThrow();
  expect(await onDevice()).toEqual(down(65, 26));
  expect(await keep()).toEqual({ count: 65, beginsAt: 1 });
  expect(await onDevice()).toEqual(down(65, 1));
});

test('messages removed while a page is fetched leave no gap', async () => {
  await openedNow();
  meanwhile = () => forgetBefore(own, peer, 60);
  await keep();
  expect(await onDevice()).toEqual(down(65, 60));
});

test('without a connection older pages are read from the device, as far as it has them', async () => {
  const client = await openedNow();
  await keep();
  isConnected = false;
  expect(await loadOlder(client, own, peer)).toBe(true);
  expect(await loadOlder(client, own, peer)).toBe(true);
  expect(await loadOlder(client, own, peer)).toBe(true);
  await expect(loadOlder(client, own, peer)).rejects.toThrow();
  expect(client.getQueryData<Message[]>(conversationKey(own, peer))?.map(({ sequence }) => sequence)).toEqual(down(65, 1));
});

test('the pictures of the newest messages are cached too, each once and 60 at most', async () => {
  onServer = onServer.map((one) => ({ ...one, profilePicIds: [`picture ${one.sequence}`, 'picture of all'] }));
  const sent: { readonly ids: readonly string[] }[] = [];
  const active = { postMessage: (message_: { readonly ids: readonly string[] }) => sent.push(message_) };
  vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker: { ready: Promise.resolve({ active }) } });
  await openedNow();
  await keep();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.ids).toHaveLength(60);
  expect(sent[0]?.ids.slice(0, 3)).toEqual(['picture 65', 'picture of all', 'picture 64']);
});
