// The worker stores what a closing page gives it, and stores it once if the page has stored it too.
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { memberDatabase } from '#client/offline/database.ts';
import { storedDraft } from '#client/offline/cached-values.ts';
import { outboxQueue } from '#client/offline/outbox/outbox-queue.ts';
import { exampleWrite as write } from '#client/testing/example-write.ts';
import { storeForPage } from './store-for-page.ts';

vi.mock('./keys.ts', () => ({ deviceState: async () => ({ isLockSet: false }) }));
const sent: string[] = [];
vi.mock('./sync.ts', () => ({ sendOutbox: async () => void sent.push('outbox') }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const message = { type: 'STORE', keys: null } as const;

test('a write that the page has stored is not stored again, and a draft replaces the one before', async () => {
  await memberDatabase.claim('ada');
  await outboxQueue.add(write);
  const [first, second] = ['Ferr', 'Ferry'].map((text) => ({ text, pictureIds: [], replyToId: null }));
  if (first === undefined || second === undefined) throw new Error('There are two drafts.');
  await Promise.all([
    storeForPage({ ...message, write }),
    storeForPage({ ...message, write: { ...write, key: 'key-2' } }),
    storeForPage({ ...message, profile: 'ada', conversation: 'ben', draft: first }),
    storeForPage({ ...message, profile: 'ada', conversation: 'ben', draft: second }),
  ]);
  expect((await outboxQueue.entries('ada')).map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  expect((await storedDraft('ada', 'ben'))?.text).toBe('Ferry');
});

test('a write that a full device cannot store is sent after those that it has stored', async () => {
  await memberDatabase.claim('ada');
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('idempotency-key') ?? '');
    return Response.json({});
  });
  sent.length = 0;
  await storeForPage({ ...message, write: { ...write, key: 'key-3' } });
  expect(sent.slice(0, 2)).toEqual(['outbox', 'key-3']);
});
