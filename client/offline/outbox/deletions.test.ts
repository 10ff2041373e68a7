// Deletions that wait in the outbox, and the answers after which nothing is left to delete.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type MemberDatabase } from '#client/offline/database.ts';
import { createOutbox, type NewWrite, type Outbox } from './outbox.ts';
import { createReplay, type Replay } from './replay.ts';
import type { Answer } from './send.ts';

const ada = 'ada';
let round = 0;
let database: MemberDatabase;
let outbox: Outbox;

beforeEach(async () => {
  round++;
  database = createDatabase(`member-${round}`);
  outbox = createOutbox(database, `outbox-${round}`);
  await database.claim(ada);
});
afterEach(() => database.close());

const deletion: NewWrite = {
  profile: ada,
  queue: 'delete:1',
  method: 'DELETE',
  path: '/api/message/1',
  body: null,
  label: 'delete',
  keeps: null,
};

const missing = (status: number): Answer => ({
  is: 'refused',
  status,
  code: 'not-found',
  message: 'There is no such message.',
  retryAfterMs: null,
});

const replay = (answer: Answer): ReturnType<Replay> =>
  createReplay({
    outbox,
    sender: () => database.sender(),
    send: async () => answer,
    keep: async () => undefined,
    lockName: `outbox-${round}`,
  })();

test.each([404, 410])('a deletion whose answer got lost is done when the server finds nothing to delete (%i)', async (status) => {
  await outbox.add(deletion);
  await replay({ is: 'lost' });
  expect(await replay(missing(status))).toEqual({ is: 'empty' });
  expect(await outbox.count(ada)).toBe(0);
});

test.each([404, 410])('a deletion that the server refuses at the first try stays, with the reason (%i)', async (status) => {
  await outbox.add(deletion);
  expect(await replay(missing(status))).toEqual({ is: 'empty' });
  expect(await outbox.entries(ada)).toMatchObject([
    { state: 'failed', reason: { status, message: 'There is no such message.' } },
  ]);
});

test('a deletion that is forbidden stays, also when it was tried before', async () => {
  await outbox.add(deletion);
  await replay({ is: 'lost' });
  await replay(missing(403));
  expect(await outbox.entries(ada)).toMatchObject([{ state: 'failed', reason: { status: 403 } }]);
});

test('a change whose answer got lost stays when the server finds nothing to change', async () => {
  await outbox.add({ ...deletion, method: 'PUT', body: {} });
  await replay({ is: 'lost' });
  await replay(missing(404));
  expect(await outbox.entries(ada)).toMatchObject([{ state: 'failed' }]);
});

test('a picture that the server removed already needs no deleting', async () => {
  await outbox.add({ ...deletion, queue: 'picture:1', path: '/api/profile-pic/1' });
  expect(await replay(missing(404))).toEqual({ is: 'empty' });
  expect(await outbox.count(ada)).toBe(0);
});

test('a like or block of a member who is gone is done', async () => {
  await outbox.add({ ...deletion, queue: 'like:ben', method: 'PUT', path: '/api/profile-like', body: { likedProfileId: 'ben' } });
  expect(await replay(missing(404))).toEqual({ is: 'empty' });
  expect(await outbox.count(ada)).toBe(0);
});
