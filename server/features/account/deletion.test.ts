// Account deletion over HTTP, and its effect on other members.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { answerMarkHeader } from '#shared/rules/answer-mark.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { settings } from '#shared/contract/settings.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
import { openVisibility } from '#server/features/visibility/visibility.service.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import { unknownId } from '#server/testing/contract/contract-row.ts';
import { contractTable } from '#server/testing/contract/contract-table.ts';
import type { Member } from '#server/testing/app/members.ts';
import { insertHistory } from '#server/testing/app/message-history.ts';
import { like, notificationsOf, reportPosition, uploadPicture, write } from '#server/testing/members/actions.ts';
import { askForLink, isSignedIn, linkTo, logIn, signedInByLink } from '#server/testing/members/sign-in.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createAccountStore, deletedAtOnce } from './account.store.ts';
import { createDeletionService } from './deletion.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const minutes = (count: number) => count * minuteMs;
const deleteAccount = (member: Member) => member.call(account.deleteAccount);
const newest = { sinceMessageId: undefined, beforeMessageId: undefined };
const historyOf = (viewer: Member, other: Member) =>
  viewer.call(messages.getBetween, { params: { a: viewer.profileId, b: other.profileId }, query: newest });
const nearestTo = (viewer: Member) =>
  viewer.call(nearby.getNearest, {
    query: { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: false },
  });
const filesOf = async () => {
  const ids: string[] = [];
  for await (const id of app.world.pictureFiles.list()) ids.push(id);
  return ids;
};

test('a deleted member disappears from all lists of other members immediately', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const picture = await uploadPicture(anton);
  for (const member of [anton, boris]) await reportPosition(member, app.clock.now());
  await like(anton, boris);
  await like(boris, anton);
  await write(anton, boris, 'hello', [picture]);
  await write(boris, anton, 'good evening');
  expect([(await nearestTo(boris)).length, (await historyOf(boris, anton)).length]).toEqual([1, 2]);
  expect((await boris.send('GET', `/api/profile-pic/${picture}`)).status).toBe(200);

  await deleteAccount(anton);
  expect(await nearestTo(boris)).toEqual([]);
  expect(await historyOf(boris, anton)).toEqual([]);
  const own = { params: { id: boris.profileId }, query: { before: undefined } };
  expect(await boris.call(likes.getLikesByLiked, own)).toEqual([]);
  expect(await boris.call(likes.getLikesByLiker, { ...own, query: { ...own.query, blocked: false } })).toEqual([]);
  expect(await boris.call(messages.getMostRecentWith, { params: own.params, query: newest })).toEqual([]);
  expect(await notificationsOf(boris)).toEqual([]);
  expect((await boris.send('GET', `/api/profile-pic/${picture}`)).status).toBe(404);
  expect(await filesOf()).not.toContain(picture);
});

test('members who may show the deleted profile receive events, a blocked member does not', async () => {
  const [anton, boris, carl, dieter] = (await Promise.all(
    ['Anton', 'Boris', 'Carl', 'Dieter'].map((name) => app.member({ name })),
  )) as [Member, Member, Member, Member];
  for (const member of [anton, boris, carl, dieter]) await reportPosition(member, app.clock.now());
  await write(boris, anton, 'hello');
  await write(anton, carl, 'go away');
  await like(anton, carl, { blocked: true });
  const [antonSocket, borisSocket, carlSocket, dieterSocket] = await Promise.all(
    [anton, boris, carl, dieter].map((member) => openSocket(member)),
  );
  for (const socket of [borisSocket, carlSocket, dieterSocket]) socket?.say({ type: 'watchSectors', sectors: ['33:-113'] });
  for (const socket of [borisSocket, carlSocket, dieterSocket]) await socket?.settled();

  await deleteAccount(anton);
  expect(await antonSocket?.closed).toBe(4401);
  await borisSocket?.until('gone', ({ profileId }) => profileId === anton.profileId);
  await dieterSocket?.until('left', ({ profileId }) => profileId === anton.profileId);
  await carlSocket?.settled();
  expect(JSON.stringify(carlSocket?.received)).not.toContain(anton.profileId);
  for (const socket of [borisSocket, carlSocket, dieterSocket]) socket?.close();
});

test('requests for a deleted member are answered like those for an unknown one', async () => {
  const [anton, boris, carl] = [await app.member(), await app.member(), await app.member()];
  await like(anton, boris);
  await like(boris, anton);
  await like(anton, carl, { blocked: true });
  await like(boris, carl, { blocked: true });
  await write(boris, anton, 'hello');
  await deleteAccount(anton);

  const comparable = ({ status, headers, bytes }: Answer, id: string) => ({
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date' && name !== answerMarkHeader)),
    text: bytes
      .toString()
      .replaceAll(id, 'ID')
      .replace(/"tsCreated":\d+/, '"tsCreated":0'),
  });
  let compared = 0;
  for (const row of contractTable.filter(({ answers, names, call }) => typeof answers === 'object' && !names && !call.form)) {
    for (const caller of [boris, carl]) {
      const answer = (id: string) => {
        const { params, query, body } = row.ask(id, caller);
        const json = body === undefined ? undefined : JSON.stringify(body);
        const headers: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
        return caller.send(row.call.method, urlOf(row.call.path, params, query), json, headers);
      };
      const [gone, unknown] = [await answer(anton.profileId), await answer(unknownId)];
      expect
        .soft(comparable(gone, anton.profileId), `${row.call.method} ${row.call.path} ${row.field}`)
        .toEqual(comparable(unknown, unknownId));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(30);
});

test('deletion needs a login in the last 15 minutes', async () => {
  const anton = await app.member();
  app.clock.pass(minutes(15) + 1);
  const answer = await anton.ask(account.deleteAccount);
  expect([answer.status, answer.body]).toMatchObject([403, { code: 'reauth', message: expect.stringContaining('log in again') }]);
  expect(await isSignedIn(anton)).toBe(true);
});

test('all sessions of the member end, and the browser deletes the cookie', async () => {
  const email = 'sessions@example.org';
  const phone = await signedInByLink(app, email);
  const tablet = await signedInByLink(app, email, { nth: 2 });
  const answer = await phone.ask(account.deleteAccount);
  expect([answer.status, phone.cookies.has('sid')]).toEqual([204, false]);
  expect([await isSignedIn(phone), await isSignedIn(tablet)]).toEqual([false, false]);
  expect((await tablet.ask(account.deleteAccount)).status).toBe(401);
});

test('login links mailed before are invalid, and a new one creates a new account', async () => {
  const email = 'again@example.org';
  const anton = await signedInByLink(app, email);
  const before = await anton.call(settings.getSettings);
  await anton.call(settings.putSettings, { body: { name: 'Anton', password: 'lavender field at noon' } });
  await askForLink(app.visitor(), email);
  const waiting = await linkTo(app.mail, email, 2);
  await anton.call(account.deleteAccount);

  expect((await logIn(app.visitor(), waiting)).status).toBe(401);
  expect((await logIn(app.visitor(), { username: email, password: 'lavender field at noon' })).status).toBe(401);
  const after = await (await signedInByLink(app, email, { nth: 3 })).call(settings.getSettings);
  expect(after).toMatchObject({ email, name: '', hasPassword: false });
  expect(after.defaultProfileId).not.toBe(before.defaultProfileId);
});

test('messages and likes sent during the deletion leave nothing behind', async () => {
  const [anton, ...others] = await Promise.all(Array.from({ length: 9 }, () => app.member()));
  if (!anton) throw new Error('There is no member.');
  await Promise.all(others.map((other) => write(other, anton, 'before')));
  const [deleted, ...statuses] = await Promise.all([
    anton.ask(account.deleteAccount).then(({ status }) => status),
    ...others.flatMap((other) =>
      [
        other.ask(messages.postMessage, {
          body: { senderProfileId: other.profileId, recipientProfileId: anton.profileId, bodyText: 'now', profilePicIds: [] },
        }),
        other.ask(likes.putProfileLike, {
          body: { likerProfileId: other.profileId, likedProfileId: anton.profileId, likeType: 'LIKE' },
        }),
      ].map((sent) => sent.then(({ status }) => status)),
    ),
  ]);
  expect(deleted).toBe(204);
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  for (const other of others) expect(await historyOf(other, anton)).toEqual([]);
});

test('while a long history is being deleted, others can write, and the member is hidden from them immediately', async () => {
  const [anton, boris, carl] = [await app.member(), await app.member(), await app.member()];
  const messageCount = 30 * deletedAtOnce;
  await insertHistory(app.world, anton, boris, messageCount);
  const seen = new Set<number>();
  let left = 0;
  let isOver = false;
  async function writeMeanwhile(): Promise<void> {
    while (!isOver) {
      await write(boris, carl, 'meanwhile');
      if (!isOver) left += 1;
      seen.add((await historyOf(boris, anton)).length);
    }
  }
  const pageLength = (await historyOf(boris, anton)).length;
  const writing = writeMeanwhile();
  await deleteAccount(anton);
  isOver = true;
  await writing;
  expect(left).toBeGreaterThan(1);
  for (const length of seen) expect([pageLength, 0]).toContain(length);
  expect(await rowsOf('messages', 'recipient_id', anton)).toBe(0);
});

test('a member with a long history is hidden in all processes while they are being deleted', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await insertHistory(app.world, anton, boris, 4 * deletedAtOnce);
  const ends: (number | null)[] = [];
  const stop = app.world.bus.on('suspensionChanged', ({ untilMs }) => void ends.push(untilMs));
  await deleteAccount(anton);
  stop();
  // The processes tell each other in JSON, in which null ends a suspension.
  expect(JSON.parse(JSON.stringify(ends))).toEqual([expect.any(Number)]);
});

test('an interrupted deletion is continued by the next process, and the member is hidden until then', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await write(anton, boris, 'hello');
  const { db } = app.world;
  await db.write(async (tx) => {
    const member = await createAccountStore(tx).find(anton.accountId);
    if (member !== null) await createAccountStore(tx).markDeletion(member);
  });
  const next = await openVisibility(app.world);
  expect([next.isHidden(boris.profileId, anton.profileId), next.isBlockedBy(boris.profileId, anton.profileId)]).toEqual([
    true,
    true,
  ]);
  const pictures = { deleteFiles: async () => undefined } as unknown as PicturesService;
  await createDeletionService(app.world, { pictures }).finishEarlier();
  await expect.poll(() => rowsOf('accounts', 'id', { profileId: anton.accountId })).toBe(0);
  await expect.poll(() => historyOf(boris, anton)).toEqual([]);
  expect(await db.read.selectFrom('deletions').selectAll().execute()).toEqual([]);
});

async function rowsOf(table: 'messages' | 'accounts', column: 'recipient_id' | 'id', { profileId }: { profileId: string }) {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${profileId}`.execute(
    app.world.db.read,
  );
  return rows.length;
}
