// Tests the merging of waiting writes, the versions they are based on, and notifications to screens.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type MemberDatabase } from '#client/offline/database.ts';
import type { NewWrite, OutboxEntry } from './outbox-entries.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const ada = 'ada';
let round = 0;
let database: MemberDatabase;
let outbox: Outbox;
beforeEach(async () => {
  database = createDatabase(`queue-${++round}`);
  await database.claim(ada);
  outbox = createOutbox(database, `queue-${round}`);
});
afterEach(() => database.close());

const write = (change: Partial<NewWrite> = {}): NewWrite => ({
  profile: ada,
  queue: 'like:ben',
  method: 'PUT',
  path: '/api/profile-like',
  body: { likeType: 'LIKE' },
  label: 'Like',
  keeps: null,
  ...change,
});
async function claim(nowMs = 0): Promise<OutboxEntry> {
  const { entry } = await outbox.claim(ada, nowMs);
  if (entry === null) throw new Error('Nothing waits');
  return entry;
}

test('writes of the same call in one queue are merged, even with others between them', async () => {
  await outbox.add(write());
  await outbox.add(write({ queue: 'like:cem', body: { likeType: 'DISLIKE' } }));
  await outbox.add(write({ body: { blocked: true } }));
  expect((await outbox.entries(ada)).map(({ queue, body }) => [queue, body])).toEqual([
    ['like:cem', { likeType: 'DISLIKE' }],
    ['like:ben', { likeType: 'LIKE', blocked: true }],
  ]);
});

test('writes that are made at the same moment are merged in their order', async () => {
  const bodies = [{ likeType: 'LIKE' }, { blocked: true }, { likeType: 'DISLIKE' }, { likeType: 'NONE' }];
  await Promise.all(bodies.map((body) => outbox.add(write({ body }))));
  expect((await outbox.entries(ada)).map(({ body }) => body)).toEqual([{ likeType: 'NONE', blocked: true }]);
});

/** The outbox of another tab. After it has read the earlier write, and before it stores the new one, `happens` is called. */
function interrupted(happens: () => Promise<unknown>): Outbox {
  let isFirst = true;
  const write: MemberDatabase['write'] = async (...args) => {
    if (isFirst) await happens();
    isFirst = false;
    return database.write(...args);
  };
  return createOutbox({ ...database, write }, `queue-${round}`);
}

test.each([
  ['is being sent', claim, [{ likeType: 'LIKE' }, { blocked: true }]],
  ['was delivered', async () => outbox.remove(await claim(), null), [{ blocked: true }]],
  [
    'was merged with another one',
    () => outbox.add(write({ body: { likeType: 'DISLIKE' } })),
    [{ likeType: 'DISLIKE', blocked: true }],
  ],
])('a write is merged only with one that still waits, even if meanwhile the earlier one %s', async (_, happens, bodies) => {
  await outbox.add(write());
  const added = await interrupted(() => happens()).add(write({ body: { blocked: true } }));
  expect((await outbox.entries(ada)).map(({ body }) => body)).toEqual(bodies);
  expect((await outbox.entries(ada)).map(({ id }) => id)).toContain(added.id);
});

test('another call of the same queue is not merged', async () => {
  await outbox.add(write());
  await outbox.add(write({ method: 'DELETE' }));
  await outbox.add(write({ path: '/api/other' }));
  expect(await outbox.count(ada)).toBe(3);
});

test('a list replaces the one before it', async () => {
  await outbox.add(write({ body: ['a', 'b'] }));
  await outbox.add(write({ body: ['c'] }));
  expect((await outbox.entries(ada)).map(({ body }) => body)).toEqual([['c']]);
});

test('a write that replaces a delayed one keeps the delay', async () => {
  const { id } = await outbox.add(write());
  await claim();
  await outbox.release(id, 5_000);
  await outbox.add(write({ body: { likeType: 'DISLIKE' } }));
  expect(await outbox.claim(ada, 4_999)).toEqual({ entry: null, nextMs: 5_000 });
  expect((await claim(5_000)).body).toEqual({ likeType: 'DISLIKE' });
});

test('a write that replaces a refused one is sent immediately', async () => {
  const { id } = await outbox.add(write());
  await claim();
  await outbox.release(id, 5_000);
  await outbox.refuse(id, { status: 400, code: '', message: '' });
  await outbox.add(write());
  expect(await claim(0)).toMatchObject({ tries: 1, reason: null });
});

test('a retried write is sent immediately, and only refused ones can be retried', async () => {
  const { id } = await outbox.add(write());
  await claim();
  await outbox.release(id, 5_000);
  await outbox.retry(id);
  expect(await outbox.claim(ada, 0)).toMatchObject({ entry: null });
  await outbox.refuse(id, { status: 400, code: '', message: '' });
  await outbox.retry(id);
  expect(await claim(0)).toMatchObject({ id, reason: null });
});

test('after a delivery, later writes that edited the same version get the new one', async () => {
  const version = '"1"';
  await outbox.add(write({ queue: 'profile', version, sendsEvery: true }));
  await outbox.add(write({ queue: 'profile', version, sendsEvery: true }));
  await outbox.add(write({ queue: 'profile', version: '"other"', sendsEvery: true }));
  await outbox.add(write({ queue: 'settings', version, sendsEvery: true }));
  const first = await claim();
  await outbox.remove(first, '"2"');
  expect((await outbox.entries(ada)).map((entry) => entry.version)).toEqual(['"2"', '"other"', version]);
  // The write is already gone, as when another tab has removed it or all data of the member.
  await outbox.remove(first, '"3"');
  expect((await outbox.entries(ada)).map((entry) => entry.version)).toEqual(['"2"', '"other"', version]);
});

test('writes without a version get none', async () => {
  for (let n = 0; n < 2; n++) await outbox.add(write({ sendsEvery: true }));
  await outbox.remove(await claim(), '"2"');
  expect((await outbox.entries(ada)).map(({ version }) => version)).toEqual([null]);
});

test('a delivery that returns no version leaves the versions of later writes unchanged', async () => {
  for (let n = 0; n < 2; n++) await outbox.add(write({ version: '"1"', sendsEvery: true }));
  await outbox.remove(await claim(), null);
  expect((await outbox.entries(ada)).map(({ version }) => version)).toEqual(['"1"']);
});

test('a screen is refreshed when a write is added and whenever it changes', async () => {
  let changes = 0;
  const counts: number[] = [];
  const stop = outbox.listen(async () => {
    changes++;
    counts.push(await outbox.count(ada));
  });
  const { id } = await outbox.add(write());
  expect(counts).toEqual([1]);
  const count = () => {
    const before = changes;
    changes = 0;
    return before;
  };
  count();
  await outbox.refuse(id, { status: 400, code: '', message: '' });
  expect(count()).toBe(1);
  await outbox.drop(id);
  expect(count()).toBe(1);
  stop();
  await outbox.add(write());
  expect(count()).toBe(0);
});

test('the page is called back after a new or retried write, and not after a dropped one', async () => {
  let additions = 0;
  outbox.onAdded(() => additions++);
  const { id } = await outbox.add(write());
  await outbox.retry(id);
  await outbox.drop(id);
  expect(additions).toBe(2);
});

test('an unknown write can be neither dropped nor retried', async () => {
  expect(await outbox.drop('unknown')).toBe(false);
  await outbox.retry('unknown');
  expect(await outbox.count(ada)).toBe(0);
});

test('a new write is waiting, without attempts, and has the time of its creation', async () => {
  const startedMs = Date.now();
  const entry = await outbox.add(write());
  expect(entry).toMatchObject({ state: 'waiting', tries: 0, nextMs: 0, reason: null, version: null });
  expect(await outbox.entries(ada)).toEqual([entry]);
  expect(entry.createdMs).toBeGreaterThanOrEqual(startedMs);
});
