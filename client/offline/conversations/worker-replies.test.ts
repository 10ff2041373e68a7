// Conversations in which the worker has cached a sent message while no page was open.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { message, own, ownMessage, pageOf, peer, waiting } from '#client/testing/messages.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { cacheReply } from '#client/offline/outbox/cache-reply.ts';
import { conversationQuery } from './conversation-queries.ts';

let onServer: Message[] = [];
let asked = 0;
const messagesTo = (last: number) => Array.from({ length: last }, (_, n) => message(n + 1));

beforeEach(async () => {
  await memberDatabase.claim(own);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async (path: string) => {
    asked++;
    return pageOf(onServer, path);
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

const open = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }).fetchQuery({
    ...conversationQuery(own, peer),
    staleTime: 0,
  });

test('a message that the worker has sent hides none of those that came before it', async () => {
  onServer = messagesTo(50);
  await open();
  onServer = [...messagesTo(121), ownMessage(122)];
  await cacheReply(waiting('1'), ownMessage(122));
  const sequences = (await open()).map(({ sequence }) => sequence);
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, n) => 122 - n));
});

test('messages that the worker has sent between others hide none of them either', async () => {
  onServer = messagesTo(50);
  await open();
  onServer = [...messagesTo(90), ownMessage(91), message(92), ownMessage(93)];
  for (const sequence of [91, 93]) await cacheReply(waiting(`k${sequence}`), ownMessage(sequence));
  const sequences = (await open()).map(({ sequence }) => sequence);
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, n) => 93 - n));
  expect(sequences.length).toBeGreaterThan(60);
});

test('a sent message above a deleted one costs no further page', async () => {
  onServer = [...messagesTo(48), ownMessage(50)];
  await open();
  asked = 0;
  expect((await open())[1]?.sequence).toBe(48);
  expect(asked).toBe(1);
});
