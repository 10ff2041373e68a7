// Conversations and profiles before, during and after a loss of the connection.
import 'fake-indexeddb/auto';
import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { cachedMessages } from './cached-messages.ts';
import { loadOlder } from './older-pages.ts';
import {
  conversationKey,
  conversationQuery,
  conversationsQuery,
  hideMessage,
  markConversationsOutdated,
  showMessage,
} from './conversation-queries.ts';
import { profileStore, cachedFirst } from '#client/offline/cached-first.ts';
import { cachedProfile } from '#client/offline/cached-values.ts';

const [ada, ben] = ['ada', 'ben'];
let onServer: Message[] = [];
let isConnected = true;
let asked: string[] = [];
/** Runs after the server has computed the next reply, before it is received. */
let beforeAnswer: () => unknown = () => undefined;

const messageAt = (sequence: number, more: Partial<Message> = {}): Message => ({
  id: `m${sequence}`,
  senderProfileId: ben,
  recipientProfileId: ada,
  bodyText: `text ${sequence}`,
  profilePicIds: [],
  tsCreated: sequence,
  tsRecipientRead: null,
  tsRecipientDeleted: null,
  tsSenderDeleted: null,
  sequence,
  revision: sequence,
  ...more,
});
const messagesTo = (last: number, from = 1): Message[] => Array.from({ length: last - from + 1 }, (_, n) => messageAt(from + n));

/** Newest first, 20 at a time, as the real server. */
function pageOf(path: string): Message[] {
  const before = new URL(path, 'http://server').searchParams.get('beforeMessageId');
  const limit = onServer.find(({ id }) => id === before)?.sequence ?? Number.POSITIVE_INFINITY;
  const older = onServer.filter(({ sequence }) => sequence < limit);
  return older.toSorted((a, b) => b.sequence - a.sequence).slice(0, 20);
}

beforeEach(async () => {
  [onServer, asked, isConnected] = [[], [], true];
  beforeAnswer = () => undefined;
  await memberDatabase.claim(ada);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (!isConnected) throw new TypeError('Failed to fetch');
    const profile = { profileId: ben, session: null, profileName: 'Ben', profilePicIds: [] };
    const body = path.includes('/between/')
      ? pageOf(path)
      : pageOf(path)
          .slice(0, 1)
          .map((message) => ({ ...message, profile, unread: 1 }));
    const run = beforeAnswer;
    beforeAnswer = () => undefined;
    await run();
    return Response.json(body);
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

/** A newly started app. */
const start = (): QueryClient => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
const open = (client: QueryClient): Promise<Message[]> => client.fetchQuery({ ...conversationQuery(ada, ben), staleTime: 0 });
const sequences = (messages: readonly Message[]): number[] => messages.map(({ sequence }) => sequence);
const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, n) => from - n);

test('a conversation that was opened is read without a connection after a restart', async () => {
  onServer = messagesTo(50);
  const client = start();
  await open(client);
  await loadOlder(client, ada, ben);
  await vi.waitFor(async () => expect(await cachedMessages(ada, ben, 100)).toHaveLength(40));
  isConnected = false;
  expect(sequences(await open(start()))).toEqual(down(50, 11));
});

test('a conversation that was never opened reports the lost connection', async () => {
  isConnected = false;
  await expect(open(start())).rejects.toThrow('There is no connection.');
});

test('after an absence with 70 new messages none is missing on the screen or on the device', async () => {
  onServer = messagesTo(50);
  await open(start());
  onServer = messagesTo(120);
  expect(sequences(await open(start()))).toEqual(down(120, 31));
  isConnected = false;
  expect(sequences(await open(start()))).toEqual(down(120, 31));
});

test('after a very long absence only the newest messages remain, even on the device, because others are missing below them', async () => {
  onServer = messagesTo(50);
  await open(start());
  onServer = messagesTo(500);
  const newest = sequences(await open(start()));
  expect(newest).toEqual(down(500, 401));
  isConnected = false;
  expect(sequences(await open(start()))).toEqual(newest);
});

test('a message from the socket while missed pages are fetched is cached too', async () => {
  onServer = messagesTo(50);
  await open(start());
  onServer = messagesTo(500);
  const client = start();
  beforeAnswer = () => showMessage(client, ada, ben, messageAt(501), true);
  expect(sequences(await open(client))).toEqual(down(501, 401));
  expect(sequences(await cachedMessages(ada, ben, 1_000))).toEqual(down(501, 401));
});

test('a message received or removed by the socket while a page is fetched is not overwritten by the page', async () => {
  onServer = messagesTo(925, 921);
  const client = start();
  await open(client);
  beforeAnswer = async () => {
    await showMessage(client, ada, ben, messageAt(926));
    await hideMessage(client, ada, ben, 'm923');
  };
  expect(sequences(await open(client))).toEqual([926, 925, 924, 922, 921]);
});

test('the later state of a message wins, whichever is received first', async () => {
  onServer = messagesTo(3);
  const client = start();
  await open(client);
  await showMessage(client, ada, ben, messageAt(3, { revision: 9, tsRecipientRead: 9 }));
  await showMessage(client, ada, ben, messageAt(3, { revision: 8 }));
  expect((await open(client))[0]).toMatchObject({ revision: 9, tsRecipientRead: 9 });
  isConnected = false;
  expect((await open(start()))[0]).toMatchObject({ revision: 9 });
});

test('a message removed while the first page is fetched is restored neither by it nor by the reply to an earlier call', async () => {
  onServer = messagesTo(905, 901);
  const client = start();
  beforeAnswer = () => hideMessage(client, ada, ben, 'm903');
  expect(sequences(await open(client))).toEqual([905, 904, 902, 901]);
  await showMessage(client, ada, ben, messageAt(903));
  expect(sequences(client.getQueryData<Message[]>(conversationKey(ada, ben)) ?? [])).toEqual([905, 904, 902, 901]);
  expect(sequences(await cachedMessages(ada, ben, 100))).toEqual([905, 904, 902, 901]);
});

test('a message deleted before its sender received the reply is not shown empty after they repeat the send', async () => {
  onServer = messagesTo(3);
  const client = start();
  await open(client);
  const takenBack = { senderProfileId: ada, recipientProfileId: ben, bodyText: '', tsSenderDeleted: 9, revision: 9 };
  await showMessage(client, ada, ben, messageAt(914, takenBack));
  expect(sequences(client.getQueryData<Message[]>(conversationKey(ada, ben)) ?? [])).toEqual([3, 2, 1]);
  expect(sequences(await cachedMessages(ada, ben, 100))).toEqual([3, 2, 1]);
});

test('a change of a message far older than the cached ones leaves no gap, on the screen or on the device', async () => {
  onServer = messagesTo(60);
  const client = start();
  await open(client);
  await showMessage(client, ada, ben, messageAt(5, { revision: 70 }));
  expect(sequences(client.getQueryData<Message[]>(conversationKey(ada, ben)) ?? [])).toEqual(down(60, 41));
  await loadOlder(client, ada, ben);
  await vi.waitFor(async () => expect(sequences(await cachedMessages(ada, ben, 100))).toEqual(down(60, 21)));
  expect(sequences(client.getQueryData<Message[]>(conversationKey(ada, ben)) ?? [])).toEqual(down(60, 21));
});

test('messages from the socket before the conversation is first opened leave no gap in it', async () => {
  onServer = messagesTo(60);
  const client = start();
  await showMessage(client, ada, ben, messageAt(5, { revision: 70 }));
  await showMessage(client, ada, ben, messageAt(60));
  expect(sequences(await open(start()))).toEqual(down(60, 41));
  expect(sequences(await cachedMessages(ada, ben, 100))).toEqual(down(60, 41));
});

test('messages after a gap in the live connection do not make the cached list count as complete', async () => {
  onServer = messagesTo(50);
  const client = start();
  await open(client);
  markConversationsOutdated(client, ada);
  onServer = messagesTo(111);
  await showMessage(client, ada, ben, messageAt(111), true);
  isConnected = false;
  expect(sequences(await open(client))).toEqual([111, ...down(50, 31)]);
  isConnected = true;
  expect(sequences(await open(client))).toEqual(down(111, 92));
  await loadOlder(client, ada, ben);
  expect(sequences(client.getQueryData<Message[]>(conversationKey(ada, ben)) ?? [])).toEqual(down(111, 72));
});

test('the reply to a message written offline does not make the cached list count as complete', async () => {
  onServer = messagesTo(50);
  const client = start();
  await open(client);
  onServer = messagesTo(121);
  await showMessage(client, ada, ben, messageAt(121, { senderProfileId: ada, recipientProfileId: ben }));
  expect(sequences(await open(client))).toEqual(down(121, 31));
});

test('messages unsent while the app was closed are removed from the device', async () => {
  onServer = messagesTo(5);
  await open(start());
  onServer = onServer.filter(({ id }) => id !== 'm4');
  await open(start());
  expect(sequences(await cachedMessages(ada, ben, 100))).toEqual([5, 3, 2, 1]);
});

test('a new message moves its conversation up and counts as unread, without asking the server', async () => {
  onServer = messagesTo(3);
  const client = start();
  await client.fetchQuery(conversationsQuery(ada));
  asked = [];
  await showMessage(client, ada, ben, messageAt(4));
  await showMessage(client, ada, ben, messageAt(4));
  expect(client.getQueryData(conversationsQuery(ada).queryKey)).toMatchObject([{ id: 'm4', unread: 2 }]);
  expect(client.getQueryData(conversationKey(ada, ben))).toBeUndefined();
  expect(asked).toEqual([]);
});

test('another member’s profile is cached without their private pictures, and removed once the server no longer has it', async () => {
  const seen: Profile = {
    id: ben,
    profilename: 'Ben',
    profilePicIds: ['public'],
    profilePicIdsPrivate: ['private'],
    age: 30,
    height: '',
    weight: '',
    description: '',
    characteristics: [],
    tsUpdated: 1,
    lat: null,
    lon: null,
    tsLastSeen: null,
  };
  const { Refused } = await import('#client/net/errors.ts');
  const query = (fetch: () => Promise<Profile>) => ({
    queryKey: ['profile', ben],
    queryFn: cachedFirst(profileStore(ada, ben), fetch),
  });
  await start().fetchQuery(query(async () => seen));
  await vi.waitFor(async () => expect((await cachedProfile(ada, ben))?.value.profilename).toBe('Ben'));
  expect((await cachedProfile(ada, ben))?.value.profilePicIdsPrivate).toEqual([]);
  const notFound = new Refused({ status: 404, statusText: '', code: 'not-found', message: '', retryAfterMs: null });
  await expect(start().fetchQuery(query(() => Promise.reject(notFound)))).rejects.toBe(notFound);
  expect(await cachedProfile(ada, ben)).toBeNull();
});

test('the replies to several messages written offline do not hide what others wrote before them', async () => {
  onServer = messagesTo(50);
  const client = start();
  await open(client);
  onServer = messagesTo(122);
  for (const sequence of [121, 122])
    await showMessage(client, ada, ben, messageAt(sequence, { senderProfileId: ada, recipientProfileId: ben }));
  expect(sequences(await open(client))).toEqual(down(122, 31));
});

test('a message received while the first page is fetched is not missing below later ones', async () => {
  onServer = messagesTo(25);
  const client = start();
  beforeAnswer = () => showMessage(client, ada, ben, messageAt(26), true);
  expect(sequences(await open(client))).not.toContain(26);
  for (let sequence = 27; sequence <= 60; sequence++) await showMessage(client, ada, ben, messageAt(sequence), true);
  onServer = messagesTo(60);
  expect(sequences(await open(client))).toEqual(down(60, 41));
});

test('loading older pages reports the lost connection if the device cannot be read either', async () => {
  onServer = messagesTo(50);
  const client = start();
  await open(client);
  isConnected = false;
  const reading = vi.spyOn(IDBObjectStore.prototype, 'openCursor').mockImplementation(() => {
    throw new DOMException('No.', 'UnknownError');
  });
  await expect(loadOlder(client, ada, ben)).rejects.toThrow('There is no connection.');
  reading.mockRestore();
});

test('a change of an older message refetches a list that is incomplete, and leaves one that has its newest page alone', async () => {
  onServer = messagesTo(60);
  const client = start();
  await open(client);
  const isOutdated = () => client.getQueryState(conversationKey(ada, ben))?.isInvalidated;
  await showMessage(client, ada, ben, messageAt(5, { revision: 70 }));
  expect(isOutdated()).toBe(false);
  await showMessage(client, ada, ben, messageAt(41, { revision: 71 }));
  expect([(await open(client)).at(-1)?.revision, isOutdated()]).toEqual([71, false]);
  client.setQueryData<Message[]>(conversationKey(ada, ben), messagesTo(60, 42).toReversed());
  await showMessage(client, ada, ben, messageAt(5, { revision: 72 }));
  expect(isOutdated()).toBe(true);
});

test('a fetched list of conversations stays current, until a message of a conversation that is not in it arrives', async () => {
  onServer = messagesTo(3);
  const client = start();
  const { queryKey } = conversationsQuery(ada);
  const fetchList = () => client.fetchQuery({ ...conversationsQuery(ada), staleTime: 0 });
  await fetchList();
  expect(await fetchList()).toMatchObject([{ id: 'm3' }]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  await showMessage(client, ada, 'cem', messageAt(4, { senderProfileId: 'cem' }));
  expect(client.getQueryData(queryKey)).toMatchObject([{ id: 'm3' }]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('an own message moves its conversation up without counting as unread, and a change of an old one is counted by the server', async () => {
  onServer = messagesTo(3);
  const client = start();
  const { queryKey } = conversationsQuery(ada);
  await client.fetchQuery(conversationsQuery(ada));
  await showMessage(client, ada, ben, messageAt(4, { senderProfileId: ada, recipientProfileId: ben }));
  expect(client.getQueryData(queryKey)).toMatchObject([{ id: 'm4', unread: 1 }]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  await showMessage(client, ada, ben, messageAt(2, { revision: 9 }));
  expect(client.getQueryData(queryKey)).toMatchObject([{ id: 'm4', unread: 1 }]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('a conversation that is closed while its pages are fetched leaves the device unchanged', async () => {
  onServer = messagesTo(50);
  await open(start());
  onServer = messagesTo(500);
  asked = [];
  const client = start();
  beforeAnswer = () => void client.cancelQueries({ queryKey: conversationKey(ada, ben) });
  const query = conversationQuery(ada, ben);
  const fetchPages = vi.fn(query.queryFn as QueryFunction<Message[]>);
  await client.fetchQuery({ ...query, queryFn: fetchPages, staleTime: 0 }).catch(() => undefined);
  await expect(fetchPages.mock.results[0]?.value).rejects.toThrow('aborted');
  expect(asked).toHaveLength(5);
  expect(sequences(await cachedMessages(ada, ben, 100))).toEqual(down(50, 31));
});

test('a conversation whose newest message was unsent is listed with the previous one', async () => {
  onServer = messagesTo(3);
  const client = start();
  const fetchList = () => client.fetchQuery({ ...conversationsQuery(ada), staleTime: 0 });
  await fetchList();
  onServer = messagesTo(2);
  await hideMessage(client, ada, ben, 'm3');
  expect(await fetchList()).toMatchObject([{ id: 'm2' }]);
});

test('messages that an earlier build cached in another order are read offline, and replaced without duplicates once online', async () => {
  onServer = messagesTo(231, 226);
  await open(start());
  const renumbered = ({ id, sequence }: Message): Message => messageAt(2 ** 32 + sequence - 225, { id });
  onServer = [...onServer, messageAt(240)].map(renumbered);
  isConnected = false;
  expect(sequences(await open(start()))).toEqual(down(231, 226));
  isConnected = true;
  const now = onServer.map(({ sequence }) => sequence).toReversed();
  expect(sequences(await open(start()))).toEqual(now);
  isConnected = false;
  expect(sequences(await open(start()))).toEqual(now);
});

test('conversations are ordered by time, since each has its own sequence', async () => {
  onServer = [messageAt(2 ** 32 + 70, { tsCreated: 1_000 })];
  const client = start();
  const { queryKey } = conversationsQuery(ada);
  await client.fetchQuery(conversationsQuery(ada));
  const other = { profileId: 'cem', session: null, profileName: 'Cem', profilePicIds: [] };
  const [known] = client.getQueryData(queryKey) ?? [];
  if (known === undefined) throw new Error('Ben is listed');
  client.setQueryData(queryKey, [
    known,
    { ...known, id: 'c1', profile: other, revision: 2 ** 32 + 1, sequence: 900, tsCreated: 900 },
  ]);
  await showMessage(client, ada, 'cem', messageAt(2 ** 32 + 2, { id: 'c2', senderProfileId: 'cem', tsCreated: 1_001 }));
  expect(client.getQueryData(queryKey)).toMatchObject([{ id: 'c2', unread: 2 }, { id: known.id }]);
});
