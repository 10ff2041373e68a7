// Writes answered with 404 or 410: done or refused, according to the contract or to the rules of older builds.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { createDatabase, type MemberDatabase } from '#client/offline/database.ts';
import { seal } from '#client/offline/seal.ts';
import { writeOf } from './new-write.ts';
import type { NewWrite } from './outbox-entries.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createReplay, turnOf } from './replay.ts';
import type { Answer } from './send.ts';

const ada = 'ada';
let round = 0;
let page: { readonly database: MemberDatabase; readonly outbox: Outbox };

beforeEach(async () => {
  const database = createDatabase(`gone-${++round}`);
  await database.claim(ada);
  page = { database, outbox: createOutbox(database, `gone-${round}`) };
});
afterEach(() => page.database.close());

const replay = (answer: Answer): Promise<unknown> =>
  createReplay({
    outbox: page.outbox,
    sender: async () => ada,
    send: async () => answer,
    cacheReply: async () => undefined,
    turn: turnOf(`gone-${round}`),
  })();

const refusal = (status: number): Answer => ({
  is: 'refused',
  status,
  code: 'not-found',
  message: 'There is nothing here.',
  retryAfterMs: null,
});

const options = { profile: ada, label: 'Write' };
const deletion = (): NewWrite => writeOf(messages.deleteMessage, { params: { id: '1' }, query: { forBoth: false } }, options);
const deletionOfEarlierBuild = (): NewWrite => ({ ...deletion(), goneMeansDone: 'repeated' });
const like = (): NewWrite =>
  writeOf(likes.putProfileLike, { body: { likerProfileId: ada, likedProfileId: 'ben', likeType: 'LIKE' } }, options);

test.each([404, 410])('a write that another device has done, or about a member who left, is done (%i)', async (status) => {
  const [params, query] = [{ id: '1' }, { tsCreated: undefined }];
  await page.outbox.add(deletion());
  await page.outbox.add(writeOf(messages.putMessageRead, { params }, options));
  await page.outbox.add(writeOf(notifications.deleteNotification, { params, query }, options));
  await page.outbox.add(writeOf(mutes.putMute, { body: { profileId: 'ben', lastsMs: null } }, options));
  expect(await replay(refusal(status))).toEqual({ is: 'empty' });
  // No screen shows a refusal of these, so each would be counted as unsent until the logout.
  expect(await page.outbox.count(ada)).toBe(0);
});

test.each([404, 410])('a repeated deletion of an earlier build is done when there is nothing to delete (%i)', async (status) => {
  await page.outbox.add(deletionOfEarlierBuild());
  await replay({ is: 'lost' });
  expect(await replay(refusal(status))).toEqual({ is: 'empty' });
  expect(await page.outbox.count(ada)).toBe(0);
});

test.each([404, 410])('a deletion of an earlier build that finds nothing the first time is refused (%i)', async (status) => {
  await page.outbox.add(deletionOfEarlierBuild());
  expect(await replay(refusal(status))).toEqual({ is: 'empty' });
  expect(await page.outbox.entries(ada)).toMatchObject([{ state: 'failed', tries: 1, reason: { status } }]);
});

test('a forbidden deletion remains as refused, even after earlier attempts', async () => {
  await page.outbox.add(deletion());
  await replay({ is: 'lost' });
  await replay(refusal(403));
  expect(await page.outbox.entries(ada)).toMatchObject([{ state: 'failed', reason: { status: 403 } }]);
});

test('deleting a picture and liking a member that no longer exist count as done', async () => {
  await page.outbox.add(writeOf(pictures.deletePicture, { params: { id: '1' } }, options));
  await page.outbox.add(like());
  expect(await replay(refusal(410))).toEqual({ is: 'empty' });
  expect(await page.outbox.count(ada)).toBe(0);
});

test('entries of an older build follow the rules of that build', async () => {
  const older = (queue: string, method: string): NewWrite => ({
    profile: ada,
    queue,
    method,
    path: `/api/${queue}`,
    body: null,
    label: queue,
    keeps: null,
  });
  const writes = [
    older('delete:1', 'DELETE'),
    older('notification:1', 'DELETE'),
    older('picture:1', 'DELETE'),
    older('like:ben', 'PUT'),
    older('pic-like:1', 'PUT'),
    older('messages:ben', 'POST'),
  ];
  for (const { profile, queue, ...write } of writes)
    await page.database.write(ada, ['outbox'], async () => async (transaction) => {
      const row = { id: queue, profile, queue, state: 'waiting', tries: 0, nextMs: 0, createdMs: 0, key: queue } as const;
      await transaction.objectStore('outbox').add({ ...row, version: null, reason: null, write: await seal(write) });
    });
  expect(await replay(refusal(404))).toEqual({ is: 'empty' });
  const refused = await page.outbox.entries(ada);
  expect(refused.map(({ queue }) => queue)).toEqual(['delete:1', 'notification:1', 'pic-like:1', 'messages:ben']);
  for (const { id } of refused) await page.outbox.retry(id);
  await replay(refusal(404));
  expect((await page.outbox.entries(ada)).map(({ queue }) => queue)).toEqual(['pic-like:1', 'messages:ben']);
});
