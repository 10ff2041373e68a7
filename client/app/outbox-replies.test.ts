// Replies to writes change what screens show, even without a connection. Handling them never delays later writes.
import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { likedPicsKey } from '#client/offline/cached-pic-likes.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { conversationsKey } from '#client/offline/conversations/cached-messages.ts';
import type { NewWrite } from '#client/offline/outbox/outbox-entries.ts';
import { createOutbox } from '#client/offline/outbox/outbox.ts';
import { createReplay } from '#client/offline/outbox/replay.ts';
import { listed, message, waiting } from '#client/testing/messages.ts';
import { showReply } from './outbox-replies.ts';

const ada = 'ada';
/** Longer than any delay in this test, in fake time. */
const maxWaitMs = 20_000;
const areaCode = vi.hoisted(() => ({ load: async (real: () => Promise<object>) => real() }));
vi.mock('#client/offline/conversations/broadcast-queries.ts', (real) => areaCode.load(real));

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  await memberDatabase.claim(ada);
});
afterEach(async () => {
  await memberDatabase.wipe();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Deletes a message and sends another; returns the requests in order, and then the writes that are left in the outbox. */
async function sendBoth(): Promise<string[]> {
  const requests: string[] = [];
  const queries = new QueryClient();
  const outbox = createOutbox(memberDatabase, 'replies');
  const stop = outbox.onDelivered((entry, reply) => showReply(queries, entry, reply));
  const replay = createReplay({
    outbox,
    sender: async () => ada,
    send: async ({ path }) => {
      requests.push(path);
      return { is: 'done', reply: null, version: null };
    },
    cacheReply: async () => undefined,
    turn: (work) => work({ isLost: false }),
  });
  await outbox.add(write('DELETE', '/api/message/first', 'delete:first'));
  await outbox.add(write('POST', '/api/message', 'messages:ben'));
  let isOver = false;
  const end = (): void => void (isOver = true);
  void replay().then(end, end);
  for (let tenths = 0; tenths < maxWaitMs / 100 && !isOver; tenths++) await vi.advanceTimersByTimeAsync(100);
  stop();
  return [...requests, ...(await outbox.entries(ada)).map(({ state, queue }) => `${state} ${queue}`)];
}

const write = (method: string, path: string, queue: string): NewWrite => ({
  profile: ada,
  queue,
  method,
  path,
  body: null,
  label: '',
  keeps: null,
});

test.each<[string, typeof areaCode.load]>([
  ['is never loaded', () => new Promise<never>(() => undefined)],
  ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))],
])('a message is sent after a deletion even if the code of the area chat %s', async (_, load) => {
  areaCode.load = load;
  expect(await sendBoth()).toEqual(['/api/message/first', '/api/message']);
});

/** The list of conversations after the reply, in a page that cannot fetch it again. */
async function conversationsAfter(queue: string, body: object | null, reply: object): Promise<string[] | undefined> {
  const queries = new QueryClient();
  queries.setQueryData(conversationsKey(ada), [listed(message(8), 'ben', 2), listed(message(3, { id: 'of cem' }), 'cem')]);
  await showReply(queries, waiting('1', { queue, body }), reply);
  const shown = queries.getQueryData<ReturnType<typeof listed>[]>(conversationsKey(ada));
  return shown?.map(({ profile, unread }) => `${profile.profileId} ${unread}`);
}

test.each<[string, string, object | null, object, string[]]>([
  ['a member who was blocked', 'like:ben', { blocked: true }, { likedProfileId: 'ben', blocked: true }, ['cem 0']],
  [
    'the unread count of a conversation that was read',
    'read:m8',
    null,
    message(8, { tsRecipientRead: 9, revision: 8.5 }),
    ['ben 0', 'cem 0'],
  ],
])('%s disappears without a connection', async (_, queue, body, reply, shown) => {
  expect(await conversationsAfter(queue, body, reply)).toEqual(shown);
});

test('a delivered rating of a picture is shown even if the liked pictures cannot be loaded again', async () => {
  const queries = new QueryClient();
  const key = likedPicsKey(ada, 'ben');
  queries.setQueryData(key, ['first']);
  const rating = { likerProfileId: ada, profilePicId: 'second', profilePicProfileId: 'ben', likeType: 'LIKE', tsCreated: 1 };
  const entry = waiting('1', { queue: 'pic-like:second', body: rating });
  await showReply(queries, entry, rating);
  expect(queries.getQueryData(key)).toEqual(['first', 'second']);
  await showReply(queries, entry, { ...rating, likeType: 'DISLIKE' });
  expect(queries.getQueryData(key)).toEqual(['first']);
});

test('after a broadcast the member’s sector is asked for again, since they may have moved to another one', async () => {
  const queries = new QueryClient();
  const key = ['broadcast-sector', ada];
  queries.setQueryData(key, { sector: '33:-113' });
  const { recipientProfileId: _, ...sent } = message(9, { senderProfileId: ada, sector: '33:-112' });
  await showReply(queries, waiting('1', { queue: 'messages:broadcast' }), sent);
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

test.each([
  [{ hide: false }, true],
  [{ positionPrecision: 'area' }, true],
  [{ pushLikes: false }, false],
])('after %o is stored, the own profile with the published point is read again: %s', async (body, isRead) => {
  const queries = new QueryClient();
  queries.setQueryData(['profile', ada], { id: ada, lat: null });
  await showReply(queries, waiting('1', { queue: 'settings', body }), null);
  expect(queries.getQueryState(['profile', ada])?.isInvalidated).toBe(isRead);
});

test('a list whose first request was sent before a write has what was written', async () => {
  const queries = new QueryClient();
  const answers: ((ids: string[]) => void)[] = [];
  const queryKey = ['likes', 'youlikedprofile', ada];
  const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queries, { queryKey, queryFn, staleTime: Infinity });
  const stop = observer.subscribe(() => undefined);
  const shown = showReply(queries, waiting('1', { queue: 'like:ben', body: {} }), { likedProfileId: 'ben', blocked: false });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers.shift()?.([]);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers.shift()?.(['ben']);
  await shown;
  expect(observer.getCurrentResult().data).toEqual(['ben']);
  stop();
});
