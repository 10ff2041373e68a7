// Reports over HTTP: reportable items, evidence, and many reports in one case.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { reports } from '#shared/contract/reports.ts';
import { session } from '#shared/contract/session.ts';
import { limits } from '#shared/rules/limits.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { PictureFiles } from '#server/outside/picture-files.ts';
import {
  broadcast,
  like,
  notificationTexts,
  reportPosition,
  sendChatPicture,
  showPictures,
  uploadPicture,
  write,
} from '#server/testing/members/actions.ts';
import { accuse, crowd, quickJuries } from '#server/testing/members/juries.ts';
import { change } from '#server/testing/members/settings.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { freshPictureFiles } from '#server/testing/app/test-world.ts';
import { createJuryStore } from './jury.store.ts';
import { createRaise } from './reports.service.ts';

let app: TestApp;
let ada: Member;
beforeAll(async () => {
  // Nobody has been a member long enough for a jury, so each case waits for an administrator.
  app = await openTestApp({ limits: { ...quickJuries, jurorMemberMs: 365 * dayMs } });
  ada = await app.member({ name: 'Ada', roles: ['ADMIN'] });
});
afterAll(() => app.close());

const onceFrom = async (from: Member, to: Member) => (await sendChatPicture(from, to, undefined, { viewOnce: true })).id;
async function filesIn(files: PictureFiles): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of files.list()) ids.push(id);
  return ids;
}
const couple = async () => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })] as const;
const reportsOf = (member: Member) => member.call(reports.getReports);
const casesAbout = (subject: Member) =>
  app.world.db.read.selectFrom('cases').selectAll().where('subject_id', '=', subject.profileId).orderBy('opened_ms').execute();
/** Lets an administrator decide that the reports about a member are unfounded. */
async function clear(subject: Member): Promise<void> {
  await expect.poll(async () => (await casesAbout(subject))[0]?.state).toBe('referred');
  const [{ id } = { id: '' }] = await casesAbout(subject);
  await ada.call(reports.putAdminCase, { params: { id }, body: { outcome: 'none' } });
}
const evidenceAbout = async (subject: Member) => {
  const ids = (await casesAbout(subject)).map(({ id }) => id);
  return app.world.db.read.selectFrom('case_evidence').selectAll().where('case_id', 'in', ids).orderBy('created_ms').execute();
};

test('a picture to view once is evidence if its recipient reports it within a day of viewing it', async () => {
  const pictureFiles = freshPictureFiles();
  const own = await openTestApp({ limits: { picturesSweepMs: 20 }, parts: { pictureFiles } });
  const [anton, boris] = [await own.member({ name: 'Anton' }), await own.member({ name: 'Boris' })];
  const [reported, unreported] = [await onceFrom(anton, boris), await onceFrom(anton, boris)];
  for (const id of [reported, unreported]) await boris.call(messages.postMessageView, { params: { id } });
  // Sessions end after a day without a call.
  for (const halfMs of [limits.viewOnceReportMs / 2, limits.viewOnceReportMs / 2]) {
    own.clock.pass(halfMs);
    for (const member of [anton, boris]) await reportsOf(member);
  }
  expect((await accuse(anton, 'message', reported)).status).toBe(400);
  expect((await accuse(await own.member(), 'message', reported)).status).toBe(404);
  expect((await accuse(boris, 'message', reported)).status).toBe(200);
  own.clock.pass(1);
  await expect.poll(() => filesIn(pictureFiles)).toEqual([]);
  // Later the message itself can still be reported.
  expect((await accuse(boris, 'message', unreported)).status).toBe(200);
  const evidence = await own.world.db.read.selectFrom('case_evidence').select(['item_id', 'pictures']).execute();
  const picturesOf = new Map(evidence.map(({ item_id, pictures }) => [item_id, JSON.parse(pictures) as string[]]));
  expect([picturesOf.get(reported), picturesOf.get(unreported)]).toEqual([[expect.any(String)], []]);
  await own.close();
});

test('a profile, a picture, a message and a broadcast can be reported by members who see them', async () => {
  const [anton, boris] = await couple();
  const [shown, hidden] = [await uploadPicture(anton), await uploadPicture(anton)];
  await showPictures(anton, { profilePicIds: [shown], profilePicIdsPrivate: [hidden] });
  await change(anton, { privatePictures: 'everyone' });
  for (const member of [anton, boris]) await reportPosition(member, app.clock.now());
  const said = await write(anton, boris, 'hello');
  const received = await broadcast(anton, 'hello, area');
  expect((await accuse(boris, 'picture', hidden)).status).toBe(404);
  await boris.call(session.putSession, { body: { showNsfw: true } });
  for (const [kind, id] of [
    ['profile', anton.profileId],
    ['picture', shown],
    ['picture', hidden],
    ['message', said.id],
    ['broadcast', received.id],
  ] as const)
    expect([kind, (await accuse(boris, kind, id)).status]).toEqual([kind, 200]);
  expect(await reportsOf(boris)).toHaveLength(5);
  // All reports about a member within a day are in one case.
  expect(await casesAbout(anton)).toHaveLength(1);
  expect((await evidenceAbout(anton)).map(({ kind }) => kind).toSorted()).toEqual([
    'broadcast',
    'message',
    'picture',
    'picture',
    'profile',
  ]);
});

test('members cannot report their own items or items they cannot see', async () => {
  const [anton, boris] = await couple();
  const carl = await app.member({ name: 'Carl' });
  const { id } = await write(anton, boris, 'hello');
  expect((await accuse(anton, 'profile', anton.profileId)).status).toBe(400);
  expect((await accuse(anton, 'message', id)).status).toBe(400);
  expect((await accuse(carl, 'message', id)).status).toBe(404);
  await like(anton, boris, { blocked: true });
  expect((await accuse(boris, 'message', id)).status).toBe(404);
  expect((await accuse(boris, 'profile', anton.profileId)).status).toBe(404);
  expect(await reportsOf(boris)).toEqual([]);
});

test('reporting an item again returns the same report', async () => {
  const [anton, boris] = await couple();
  const first = await accuse(boris, 'profile', anton.profileId, { words: 'Once' });
  const again = await accuse(boris, 'profile', anton.profileId, { words: 'Twice' });
  expect(again.body).toEqual(first.body);
  expect(await reportsOf(boris)).toHaveLength(1);
});

test('a report that blocks can be repeated after its answer was lost, even though the block hides the item', async () => {
  const [anton, boris] = await couple();
  const carl = await app.member({ name: 'Carl' });
  const shown = await uploadPicture(anton);
  await showPictures(anton, { profilePicIds: [shown] });
  for (const member of [anton, boris]) await reportPosition(member, app.clock.now());
  const sent = await write(anton, boris, 'hello');
  const received = await broadcast(anton, 'hello, area');
  for (const [kind, id] of [
    ['profile', anton.profileId],
    ['picture', shown],
    ['message', sent.id],
    ['broadcast', received.id],
  ] as const) {
    await like(boris, anton, { blocked: false });
    const first = await accuse(boris, kind, id, { block: true });
    const again = await accuse(boris, kind, id, { block: true });
    expect([kind, again.status, again.body]).toEqual([kind, 200, first.body]);
  }
  expect(await reportsOf(boris)).toHaveLength(4);
  await like(carl, anton, { blocked: true });
  expect((await accuse(carl, 'picture', shown)).status).toBe(404);

  // Boris has blocked Anton, so Anton's block is stored, but answered as for a deleted member. Then Anton looks deleted to Boris.
  await expect(like(anton, boris, { blocked: true })).rejects.toThrow();
  for (const [kind, id] of [
    ['picture', shown],
    ['message', sent.id],
    ['broadcast', received.id],
  ] as const)
    await expect.poll(async () => (await accuse(boris, kind, id, { block: true })).status).toBe(404);
});

test('the reporter can block in the same call, which removes notifications and does not show the block to the blocked member', async () => {
  const [anton, boris] = await couple();
  await like(anton, boris);
  await accuse(boris, 'profile', anton.profileId, { block: true });
  const [blocked] = await boris.call(likes.getLikesByLiker, { params: { id: boris.profileId }, query: { blocked: true } });
  expect(blocked).toMatchObject({ likedProfileId: anton.profileId, blocked: true });
  expect(await notificationTexts(boris)).toEqual([]);
  expect(
    (await anton.ask(likes.getProfileLike, { query: { likerProfileId: boris.profileId, likedProfileId: anton.profileId } })).body,
  ).toMatchObject({ blocked: false });
});

test('evidence without names remains when the sender deletes the message, its picture or the account, or blocks the reporter', async () => {
  const [anton, boris] = await couple();
  const id = await uploadPicture(anton);
  const sent = await write(anton, boris, 'You ugly thing', [id]);
  await accuse(boris, 'message', sent.id);
  await anton.call(messages.deleteMessage, { params: { id: sent.id }, query: { forBoth: true } });
  await like(anton, boris, { blocked: true });
  await anton.send('DELETE', `/api/profile-pic/${id}`);
  const before = await evidenceAbout(anton);
  await anton.call(account.deleteAccount);
  const after = await evidenceAbout(anton);
  expect(after).toEqual(before);
  expect(after[0]?.said).toContain('You ugly thing');
  expect(JSON.parse(after[0]?.pictures ?? '[]')).toHaveLength(1);
  expect(JSON.stringify(after)).not.toMatch(/Anton|Boris/);
  expect(JSON.stringify(after)).not.toContain(anton.profileId);
});

test('evidence about a deleted member is removed after 30 days, even if the case was not decided', async () => {
  const [anton, boris] = await couple();
  const sent = await write(anton, boris, 'You ugly thing');
  await accuse(boris, 'message', sent.id);
  const [{ id } = { id: '' }] = await casesAbout(anton);
  await expect.poll(async () => (await casesAbout(anton))[0]?.state).toBe('referred');
  const juror = (await app.member({ name: 'Carl' })).profileId;
  await app.world.db.write(async (tx) => {
    await createJuryStore(tx).seat(id, [juror], 0);
    await createJuryStore(tx).vote(id, juror, 'hide', 0);
  });
  await anton.call(account.deleteAccount);
  app.clock.pass(30 * dayMs);
  await expect.poll(() => casesAbout(anton)).toEqual([]);
  const left = await app.world.db.read.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst();
  expect(left).toMatchObject({ subject_id: '', state: 'final' });
  expect(await app.world.db.read.selectFrom('case_evidence').selectAll().where('case_id', '=', id).execute()).toEqual([]);
  // The case was never decided, so the vote of the juror does not count as wrong.
  expect(await createJuryStore(app.world.db.read).recordsOf([juror])).toEqual(new Map());
});

test('a hundred reports about a member in a day are one case', async () => {
  const [anton] = await couple();
  const brigade = await crowd(app, 100);
  for (const one of brigade) expect((await accuse(one, 'profile', anton.profileId)).status).toBe(200);
  expect(await casesAbout(anton)).toHaveLength(1);
  expect(await evidenceAbout(anton)).toHaveLength(1);
});

test('a report of an item joins its case, even if the case was decided two days ago', async () => {
  const [anton, boris] = await couple();
  const carl = await app.member({ name: 'Carl' });
  for (const member of [anton, boris, carl]) await reportPosition(member, app.clock.now());
  const { id } = await broadcast(anton, 'I like it quiet');
  await accuse(boris, 'broadcast', id);
  await clear(anton);
  app.clock.pass(2 * dayMs);
  expect((await accuse(carl, 'broadcast', id)).body).toMatchObject({ state: 'decided' });
  expect(await casesAbout(anton)).toHaveLength(1);
});

test('a member whose reports are mostly unfounded can make one a day, and still block', async () => {
  const boris = await app.member({ name: 'Boris' });
  for (const innocent of await crowd(app, 3)) {
    expect((await accuse(boris, 'profile', innocent.profileId)).status).toBe(200);
    await clear(innocent);
  }
  const [next, last] = (await crowd(app, 2)) as [Member, Member];
  expect((await accuse(boris, 'profile', next.profileId)).status).toBe(429);
  app.clock.pass(dayMs);
  expect((await accuse(boris, 'profile', next.profileId)).status).toBe(200);
  expect((await accuse(boris, 'profile', last.profileId)).status).toBe(429);
  await like(boris, last, { blocked: true });
});

test('a member can make a limited number of reports a day, and a repeated one does not count', async () => {
  const limited = await openTestApp({ limits: { ...quickJuries, jurorMemberMs: 365 * dayMs, reportsPerDay: 2 } });
  const [boris, first, second, third] = (await crowd(limited, 4)) as [Member, Member, Member, Member];
  for (const one of [first, second, second]) expect((await accuse(boris, 'profile', one.profileId)).status).toBe(200);
  const refused = await accuse(boris, 'profile', third.profileId);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(dayMs / 1_000)]);
  expect(Reflect.get(Object(refused.body), 'message')).toMatch(/many reports today/);
  limited.clock.pass(dayMs - 1);
  expect((await accuse(boris, 'profile', third.profileId)).status).toBe(429);
  limited.clock.pass(1);
  expect((await accuse(boris, 'profile', third.profileId)).status).toBe(200);
  expect((await reportsOf(boris)).map(({ tsCreated }) => tsCreated - limited.clock.now())).toEqual([0, -dayMs, -dayMs]);
  await limited.close();
});

test('the product raises at most one open case for each member and origin', async () => {
  const [anton, boris] = await couple();
  const said = await write(anton, boris, 'Send money to this account');
  const raise = createRaise(app.world);
  const item = { kind: 'message', id: said.id } as const;
  for (const words of ['The same opener to 20 strangers.', 'Again.'])
    await app.world.db.write((tx) => raise(tx, { origin: 'spam', subjectProfileId: anton.profileId, item, words }));
  await app.world.db.write((tx) =>
    raise(tx, { origin: 'machine', subjectProfileId: anton.profileId, words: 'Looks very young.' }),
  );
  expect((await casesAbout(anton)).map(({ origin }) => origin).toSorted()).toEqual(['machine', 'spam']);
  const words = (await evidenceAbout(anton)).map((one) => [one.kind, one.words]).toSorted();
  expect(words).toEqual([
    ['message', 'The same opener to 20 strangers.'],
    ['profile', 'Looks very young.'],
  ]);
});
