// Waiting writes on a device that has become full: they are sent once and leave the outbox, and cached pictures make room for new writes.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { cacheList, storeDraft, storedDraft } from '#client/offline/cached-values.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { memoryCaches } from '#client/testing/memory-caches.ts';
import { writeOf } from './new-write.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { outbox } from './outbox.ts';
import { createReplay, turnOf, type Replay } from './replay.ts';
import type { Answer } from './send.ts';

const ada = 'ada';
let isFull: boolean;
let sent: string[];

beforeEach(async () => {
  [isFull, sent] = [false, []];
  vi.stubGlobal('caches', memoryCaches());
  for (const method of ['put', 'add'] as const) {
    const store = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...row) {
      if (isFull) throw new DOMException('No room.', 'QuotaExceededError');
      return store.apply(this, row);
    });
  }
  await memberDatabase.claim(ada);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await memberDatabase.wipe();
});

const message = (bodyText: string) =>
  writeOf(
    messages.postMessage,
    { body: { senderProfileId: ada, recipientProfileId: 'ben', bodyText, profilePicIds: [] } },
    { profile: ada, label: bodyText },
  );

const replay = (cacheReply: () => Promise<unknown> = async () => undefined): Replay =>
  createReplay({
    outbox,
    sender: () => memberDatabase.sender(),
    send: async ({ label }: OutboxEntry): Promise<Answer> => {
      sent.push(label);
      return { is: 'done', reply: {}, version: null };
    },
    cacheReply,
    turn: turnOf('full-device'),
  });

test('messages that wait when the device becomes full are each sent once', async () => {
  for (const text of ['one', 'two']) await outbox.add(message(text));
  isFull = true;
  expect(await replay()()).toEqual({ is: 'empty' });
  expect([sent, await outbox.count(ada)]).toEqual([['one', 'two'], 0]);
});

test('a delivered message leaves the outbox, even if its reply can’t be stored', async () => {
  for (const text of ['one', 'two']) await outbox.add(message(text));
  const full = () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'));
  expect(await replay(full)()).toEqual({ is: 'empty' });
  expect([sent, await outbox.count(ada)]).toEqual([['one', 'two'], 0]);
});

test('cached pictures and map tiles are removed to store a message or a draft, but not to cache other data', async () => {
  const removed: string[] = [];
  vi.spyOn(caches, 'delete').mockImplementation(async (name) => {
    removed.push(name);
    isFull = false;
    return true;
  });
  const fill = (): void => {
    isFull = true;
    removed.length = 0;
  };
  fill();
  await outbox.add(message('one'));
  expect(removed).toEqual(['member-map-tiles', 'member-pictures']);
  fill();
  await storeDraft(ada, 'ben', { text: 'two', pictureIds: [], replyToId: null });
  expect([await outbox.count(ada), (await storedDraft(ada, 'ben'))?.text]).toEqual([1, 'two']);
  fill();
  await expect(cacheList(ada, 'notes', [])).rejects.toThrow('No room.');
  expect(removed).toEqual([]);
});

test('without anything to remove, a new message is refused, so that its caller sends it directly', async () => {
  isFull = true;
  await expect(outbox.add(message('one'))).rejects.toThrow('No room.');
});
