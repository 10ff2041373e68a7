// Writes of a page on a device that can store them, and on one that can't.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { enqueue, enqueueOrCall, untilEnqueued } from './enqueue.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { outbox } from './outbox.ts';
import { unstoredWrites } from './unstored-writes.ts';

let asked: RequestInit[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', async (_path: string, request: RequestInit) => {
    asked.push(request);
    return Response.json({ likeType: 'LIKE' });
  });
});
afterEach(async () => {
  sessionRecord.set(null);
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

const args = { body: { likerProfileId: 'ada', likedProfileId: 'ben', likeType: 'LIKE' } } as const;
const options = { profile: 'ada', label: 'Like' };
const logIn = (profileId: string) => sessionRecord.set({ profileId, roles: ['USER'] });

test('the first write of the logged-in member claims the device for them', async () => {
  logIn('ada');
  expect(await enqueueOrCall(likes.putProfileLike, args, options)).toBeNull();
  expect(await outbox.entries('ada')).toMatchObject([{ body: args.body }]);
  expect([await memberDatabase.owner(), asked]).toEqual(['ada', []]);
});

test.each(['', 'ben'])(
  'a write of a member who is not logged in here does not claim the device (logged in: %s)',
  async (other) => {
    if (other !== '') logIn(other);
    await expect(enqueue(likes.putProfileLike, args, options)).rejects.toThrow('another member');
    expect(await memberDatabase.owner()).toBeNull();
  },
);

test('a write that begins some microtasks later is waited for until it is in the outbox', async () => {
  logIn('ada');
  const isEnqueued = untilEnqueued();
  void Promise.resolve().then(() => enqueueOrCall(likes.putProfileLike, args, options));
  await isEnqueued;
  expect(await outbox.entries('ada')).toHaveLength(1);
});

test('a write never takes the device from another member', async () => {
  logIn('ada');
  await memberDatabase.claim('ben');
  await expect(enqueue(likes.putProfileLike, args, options)).rejects.toThrow('another member');
  expect(await memberDatabase.owner()).toBe('ben');
});

test('a write that the device can’t store is sent directly, with the version that was edited', async () => {
  logIn('ada');
  await memberDatabase.claim('ben');
  const reply = { likeType: 'LIKE' };
  expect(await enqueueOrCall(likes.putProfileLike, args, { ...options, version: '"3"' })).toEqual(reply);
  expect(await enqueueOrCall(likes.putProfileLike, args, options)).toEqual(reply);
  const headers = asked.map((request) => new Headers(request.headers));
  expect(headers.map((all) => all.get('if-match'))).toEqual(['"3"', null]);
  expect(new Set(headers.map((all) => all.get('idempotency-key'))).size).toBe(2);
});

describe('with lost replies, on a device that can store nothing', () => {
  beforeEach(async () => {
    logIn('ada');
    await memberDatabase.claim('ben');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => vi.useRealTimers());

  /** Database work needs real turns of the event loop in between. */
  async function passMinutes(): Promise<void> {
    for (let turn = 0; turn < 60; turn += 1) {
      await vi.advanceTimersByTimeAsync(4_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  /** Gives each of the outcomes once, then answers that the message is stored. */
  const answerAfter = (outcomes: readonly (Response | Error)[]) => {
    const left = [...outcomes];
    vi.stubGlobal('fetch', async (_path: string, request: RequestInit) => {
      asked.push(request);
      const outcome = left.shift() ?? Response.json({ id: 'm1' });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
  };
  const keys = () => asked.map((request) => new Headers(request.headers).get('idempotency-key'));
  const message = (bodyText: string) => ({
    body: { senderProfileId: 'ada', recipientProfileId: 'ben', bodyText, profilePicIds: [], tsCreated: 1 },
  });
  const send = (bodyText: string) => enqueueOrCall(messages.postMessage, message(bodyText), options);

  test('a message has the same key in all attempts, and is shown as being sent until the last one', async () => {
    answerAfter([new TypeError('lost'), Response.json({}, { status: 503 }), new TypeError('lost')]);
    const sending = send('Hello');
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(unstoredWrites.get()).toMatchObject([{ profile: 'ada', queue: 'messages:ben', state: 'sending', key: keys()[0] }]);
    await passMinutes();
    expect(await sending).toEqual({ id: 'm1' });
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
    expect(unstoredWrites.get()).toEqual([]);
  });

  test('messages of one conversation stay in order, and the next one waits for the answer to the first', async () => {
    answerAfter([new TypeError('lost'), new TypeError('lost')]);
    const both = Promise.all([send('first'), send('second')]);
    await passMinutes();
    await both;
    expect(asked.map(({ body }) => JSON.parse(String(body)).bodyText)).toEqual(['first', 'first', 'first', 'second']);
    expect(new Set(keys()).size).toBe(2);
  });

  test('a refusal is reported immediately, and nothing is sent after the session has ended', async () => {
    answerAfter([Response.json({ code: 'forbidden', message: 'No.' }, { status: 403 }), new TypeError('lost')]);
    await expect(send('refused')).rejects.toThrow('No.');
    const givenUp = expect(send('given up')).rejects.toThrow('There is no connection.');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    sessionRecord.set(null);
    await passMinutes();
    await givenUp;
    expect(asked).toHaveLength(2);
  });
});

describe('on a device that becomes full', () => {
  beforeEach(async () => {
    logIn('ada');
    await memberDatabase.claim('ada');
  });
  afterEach(() => vi.restoreAllMocks());

  const storedWrite = async (): Promise<OutboxEntry> => {
    const [entry] = await outbox.entries('ada');
    if (entry === undefined) throw new Error('The outbox is empty.');
    return entry;
  };
  const endAs: Record<string, (entry: OutboxEntry) => Promise<unknown>> = {
    sent: async (entry) => {
      await outbox.notifyDelivered(entry, {}, '"2"');
      await outbox.remove(entry, '"2"');
    },
    refused: ({ id }) => outbox.refuse(id, { status: 403, code: 'forbidden', message: 'No.' }),
  };

  test.each([
    ['sent', '"1"', '"2"'],
    ['refused', '"3"', '"3"'],
  ])('a write is sent with the current version after the stored one before it was %s', async (outcome, version, current) => {
    const like = (likeType: 'LIKE' | 'DISLIKE') =>
      enqueueOrCall(likes.putProfileLike, { body: { ...args.body, likeType } }, { ...options, version });
    await like('LIKE');
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
    const sending = like('DISLIKE');
    await vi.waitFor(() => expect(unstoredWrites.get()).toHaveLength(1));
    // Transactions on a store take turns, so once these reads are done, the write has looked for the stored one.
    await storedWrite();
    const stored = await storedWrite();
    expect(asked).toEqual([]);
    await endAs[outcome]?.(stored);
    await sending;
    expect(asked.map(({ body }) => JSON.parse(String(body)).likeType)).toEqual(['DISLIKE']);
    expect(new Headers(asked[0]?.headers).get('if-match')).toBe(current);
  });
});
