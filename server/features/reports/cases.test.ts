// Cases over HTTP, from the report to the appeal.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { grants } from '#shared/contract/grants.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { reports } from '#shared/contract/reports.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { Answer } from '#server/testing/app/browser.ts';
import {
  broadcast,
  like,
  notificationTexts,
  reportPosition,
  showPictures,
  uploadPicture,
  write,
} from '#server/testing/members/actions.ts';
import {
  accuse,
  allVote,
  casesOf,
  crowd,
  juryOf,
  juryWithout,
  quickJuries,
  seated,
  vote,
} from '#server/testing/members/juries.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createCasesStore } from './cases.store.ts';
import { createJuryStore } from './jury.store.ts';
import { verifyLedger } from './ledger.service.ts';
import { createRaise } from './reports.service.ts';
import { openVisibility } from '#server/features/visibility/visibility.service.ts';

let app: TestApp;
let anton: Member;
let boris: Member;
let ada: Member;
let neighbours: Member[];
beforeEach(async () => {
  app = await openTestApp({ limits: quickJuries });
  anton = await app.member({ name: 'Anton', description: 'Come and get it, you losers' });
  boris = await app.member({ name: 'Boris' });
  ada = await app.member({ name: 'Ada', roles: ['ADMIN'] });
  neighbours = await crowd(app, 8);
});
afterEach(() => app.close());

const between = (viewer: Member, other: Member) =>
  viewer.call(messages.getBetween, { params: { a: viewer.profileId, b: other.profileId }, query: {} });
const profileOf = (viewer: Member, { profileId }: Member) =>
  viewer.ask(profiles.getProfile, { params: { id: profileId }, query: { admin: false } });
const picture = (viewer: Member, id: string) => viewer.send('GET', `/api/profile-pic/${id}`);
const myReports = (member: Member) => member.call(reports.getReports);
const caseForAdmin = (admin: Member, id: string) => admin.call(reports.getAdminCase, { params: { id } });
const appeal = (member: Member, id: string, words = 'I was quoting.') =>
  member.ask(reports.postAppeal, { params: { id }, body: { words } });
const waiting = (admin: Member) => admin.call(reports.getAdminCases);
const rule = (admin: Member, id: string, outcome: 'none' | 'warn' | 'hide' | 'suspend') =>
  admin.ask(reports.putAdminCase, { params: { id }, body: { outcome } });

test('a reported message is judged by five members who know no party, and hidden from its recipient', async () => {
  await write(boris, anton, 'Please leave me alone');
  const { id } = await write(anton, boris, 'You ugly thing');
  await accuse(boris, 'message', id, { words: 'It does not stop' });
  const jury = await juryOf(neighbours);
  const [first] = jury;
  if (!first) throw new Error('Nobody was drawn.');
  const seen = await first.juror.call(reports.getCase, { params: { id: first.caseId } });
  expect(seen.evidence).toMatchObject([
    {
      kind: 'message',
      said: [
        { isReported: false, text: 'Please leave me alone' },
        { isReported: true, text: 'You ugly thing' },
      ],
      words: ['It does not stop'],
    },
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/Anton|Boris/);
  expect(JSON.stringify(seen)).not.toContain(anton.profileId);
  expect(JSON.stringify(seen)).not.toContain(boris.profileId);

  expect(await myReports(boris)).toMatchObject([{ kind: 'message', state: 'open' }]);
  await allVote(jury, ['hide', 'hide', 'hide', 'warn', 'none']);
  expect(await myReports(boris)).toMatchObject([{ kind: 'message', state: 'decided' }]);
  await expect.poll(async () => (await between(boris, anton)).map(({ bodyText }) => bodyText)).toEqual(['Please leave me alone']);
  expect((await between(anton, boris)).map(({ bodyText }) => bodyText)).toContain('You ugly thing');
  expect((await notificationTexts(anton)).toSorted().toReversed()).toEqual([
    'Your message broke a rule and is no longer shown to others. The rule: “Nobody is insulted, followed or pressured after saying no.” You can appeal.',
    'Boris wrote to you.',
  ]);
  expect(await notificationTexts(boris)).toContain('Your report has been decided.');
  expect((await casesOf(anton)).decisions).toMatchObject([{ outcome: 'hide', decidedBy: 'jury', appeal: null }]);
});

test('parties, members who know one or are near one, and administrators are not drawn', async () => {
  const [friend, pen, near, fan] = neighbours as [Member, Member, Member, Member];
  await like(friend, anton);
  await write(boris, pen, 'Hello');
  await like(anton, fan);
  for (const member of [near, anton]) await reportPosition(member, app.clock.now());
  await accuse(boris, 'profile', anton.profileId);
  // Only four of eight remain, which is too few for a jury.
  await expect.poll(() => waiting(ada)).toMatchObject([{ state: 'referred', referredBecause: 'few-members' }]);
  expect(await seated([...neighbours, anton, boris])).toEqual([]);
  const more = await app.member({ name: 'Newcomer' });
  await accuse(more, 'profile', boris.profileId);
  // Excluded are only pen, who knows Boris, and Anton, about whom a case is open.
  const jury = await juryOf([...neighbours, anton]);
  expect(jury.map(({ juror }) => juror.name)).not.toContain(pen.name);
  expect(jury.map(({ juror }) => juror.name)).not.toContain('Anton');
});

test('a suspension needs three quarters of the votes, else the next milder decision is made', async () => {
  await accuse(boris, 'profile', anton.profileId);
  await allVote(await juryOf(neighbours), ['suspend', 'suspend', 'suspend', 'none', 'none']);
  expect((await casesOf(anton)).decisions).toMatchObject([{ outcome: 'hide', tsEnds: null }]);
  await expect.poll(async () => (await profileOf(boris, anton)).body.description).toBe('');
});

test('a suspended member is hidden for 72 hours and cannot write or like, but can still read, export and block', async () => {
  await reportPosition(anton, app.clock.now());
  await reportPosition(boris, app.clock.now());
  await write(anton, boris, 'before');
  await accuse(boris, 'profile', anton.profileId, { reason: 'hate' });
  await allVote(await juryOf(neighbours), 'suspend');
  const [decided] = (await casesOf(anton)).decisions;
  expect(decided).toMatchObject({ outcome: 'suspend', tsEnds: app.clock.now() + 72 * hourMs });

  expect((await profileOf(boris, anton)).status).toBe(404);
  expect(await between(boris, anton)).toEqual([]);
  expect(await notificationTexts(boris)).toEqual(['Your report has been decided.']);
  const refused: Answer[] = [
    await anton.ask(messages.postMessage, {
      body: { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: 'hey', profilePicIds: [] },
    }),
    await anton.ask(messages.postMessage, { body: { senderProfileId: anton.profileId, bodyText: 'hey all', profilePicIds: [] } }),
  ];
  const pair = { likerProfileId: anton.profileId, likedProfileId: boris.profileId };
  const [received] = await between(anton, boris);
  refused.push(
    await anton.ask(messages.putMessageReaction, { params: { id: received?.id ?? '' }, body: { emoji: '👍' } }),
    await anton.ask(grants.putPicGrant, { body: { profileId: boris.profileId, lastsMs: null } }),
    await anton.ask(likes.putProfileLike, { body: { ...pair, likeType: 'LIKE' } }),
  );
  for (const answer of refused) expect([answer.status, Reflect.get(Object(answer.body), 'code')]).toEqual([403, 'suspended']);
  expect((await profileOf(anton, boris)).status).toBe(200);
  expect((await between(anton, boris)).map(({ bodyText }) => bodyText)).toEqual(['before']);
  expect((await anton.ask(account.postExport)).status).toBe(200);
  expect((await anton.ask(likes.putProfileLike, { body: { ...pair, blocked: true } })).status).toBe(200);
  expect((await anton.ask(likes.putProfileLike, { body: { ...pair, blocked: false } })).status).toBe(200);

  // Suspensions are loaded when a server starts.
  expect((await openVisibility(app.world)).suspendedUntil(anton.profileId)).toBe(decided?.tsEnds);
  app.clock.pass(72 * hourMs - 1);
  expect((await profileOf(boris, anton)).status).toBe(404);
  app.clock.pass(1);
  expect((await profileOf(boris, anton)).status).toBe(200);
  expect((await between(boris, anton)).map(({ bodyText }) => bodyText)).toEqual(['before']);
  await write(anton, boris, 'after');
});

test('a hidden picture is not listed, is served only to its owner, and cannot be listed again', async () => {
  const id = await uploadPicture(anton);
  const other = await uploadPicture(anton);
  await showPictures(anton, { profilePicIds: [id, other] });
  expect((await picture(boris, id)).status).toBe(200);
  await accuse(boris, 'picture', id, { reason: 'minor' });
  const jury = await juryOf(neighbours);
  const evidence = (await jury[0]!.juror.call(reports.getCase, { params: { id: jury[0]!.caseId } })).evidence;
  expect(evidence[0]?.pictures).toHaveLength(1);
  await allVote(jury, 'hide');
  await expect.poll(async () => (await profileOf(boris, anton)).body.profilePicIds).toEqual([other]);
  expect((await picture(boris, id)).status).toBe(404);
  expect((await picture(anton, id)).status).toBe(200);
  const words = { profilename: 'Anton', height: '', weight: '', description: '', characteristics: [] };
  const named = { id: anton.profileId, ...words, profilePicIds: [id], profilePicIdsPrivate: [] };
  expect((await anton.ask(profiles.putProfile, { body: named })).status).toBe(400);
  const caseId = (await casesOf(anton)).decisions[0]?.caseId ?? '';
  await appeal(anton, caseId);
  expect((await rule(ada, caseId, 'none')).status).toBe(200);
  await expect.poll(async () => (await profileOf(boris, anton)).body.profilePicIds).toEqual([id, other]);
  expect((await picture(boris, id)).status).toBe(200);
});

test('a hidden broadcast is shown to its sender only', async () => {
  for (const member of [anton, boris]) await reportPosition(member, app.clock.now());
  const { id } = await broadcast(anton, 'All of you are worth nothing');
  await accuse(boris, 'broadcast', id, { reason: 'hate' });
  await allVote(await juryOf(neighbours), 'hide');
  const received = async (member: Member) =>
    (await member.call(messages.getBySector, { params: { sector: '33:-113' }, query: { includeTestData: false } })).length;
  await expect.poll(() => received(boris)).toBe(0);
  expect(await received(anton)).toBe(1);
});

test('the subject can appeal once, and a successful appeal restores the hidden item', async () => {
  await write(boris, anton, 'Stop it');
  const { id } = await write(anton, boris, 'You said "ugly thing" yourself');
  await accuse(boris, 'message', id);
  await allVote(await juryOf(neighbours), 'hide');
  await expect.poll(() => between(boris, anton)).toHaveLength(1);
  const caseId = (await casesOf(anton)).decisions[0]?.caseId ?? '';
  expect((await appeal(boris, caseId)).status).toBe(404);
  expect(await waiting(ada)).toEqual([]);
  expect((await appeal(anton, caseId)).status).toBe(200);
  expect((await appeal(anton, caseId)).status).toBe(409);
  expect(await waiting(ada)).toMatchObject([{ caseId, state: 'appealed', outcome: 'hide' }]);
  expect(await caseForAdmin(ada, caseId)).toMatchObject({
    votes: ['hide', 'hide', 'hide', 'hide', 'hide'],
    appealWords: 'I was quoting.',
  });
  expect((await rule(ada, caseId, 'none')).status).toBe(200);
  expect((await rule(ada, caseId, 'suspend')).status).toBe(404);
  await expect.poll(() => between(boris, anton)).toHaveLength(2);
  expect(await notificationTexts(anton)).toContain('Your appeal was successful: the decision about you is revoked.');
  expect((await casesOf(anton)).decisions).toMatchObject([{ outcome: 'none', decidedBy: 'admin', appeal: 'decided' }]);
  expect((await appeal(anton, caseId)).status).toBe(409);
});

test('absent jurors are replaced after two days; after two more days the votes cast decide', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const jury = await juryOf(neighbours);
  for (const seat of jury.slice(0, 3)) await vote(seat, 'warn');
  app.clock.pass(48 * hourMs);
  const gone = jury.slice(3);
  const second = await juryWithout(
    neighbours,
    gone.map(({ juror }) => juror),
  );
  const fresh = second.filter(({ juror }) => !jury.some((seat) => seat.juror === juror));
  expect(fresh).toHaveLength(2);
  for (const seat of gone) expect((await vote(seat, 'suspend')).status).toBe(404);
  app.clock.pass(48 * hourMs);
  await expect.poll(async () => (await casesOf(anton)).decisions).toMatchObject([{ outcome: 'warn' }]);
});

test('screens of a juror learn that they voted on another device, or lost their seat', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const [voting, absent] = await juryOf(neighbours);
  if (!voting || !absent) throw new Error('Nobody was drawn.');
  const sockets = [await openSocket(voting.juror), await openSocket(absent.juror)] as const;
  await vote(voting, 'warn');
  await sockets[0].until('notifications');
  await sockets[1].settled();
  expect(sockets[1].received).not.toContainEqual({ type: 'notifications' });
  app.clock.pass(48 * hourMs);
  await sockets[1].until('notifications');
  for (const socket of sockets) socket.close();
});

test('a case with fewer than three votes is referred to an administrator', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const jury = await juryOf(neighbours);
  for (const seat of jury.slice(0, 2)) await vote(seat, 'warn');
  app.clock.pass(48 * hourMs);
  await juryWithout(
    neighbours,
    jury.slice(2).map(({ juror }) => juror),
  );
  app.clock.pass(48 * hourMs);
  await expect.poll(() => waiting(ada)).toMatchObject([{ referredBecause: 'few-votes' }]);
});

test('a juror who declines is replaced and no longer sees the case', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const [first, ...others] = await juryOf(neighbours);
  if (!first) throw new Error('Nobody was drawn.');
  expect((await vote(first, null)).status).toBe(200);
  const jury = await juryOf(neighbours);
  expect(jury.map(({ juror }) => juror)).not.toContain(first.juror);
  expect(jury.map(({ juror }) => juror)).toEqual(expect.arrayContaining(others.map(({ juror }) => juror)));
  expect((await first.juror.ask(reports.getCase, { params: { id: first.caseId } })).status).toBe(404);
});

test('a juror can change their vote until the last one has voted', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const jury = await juryOf(neighbours);
  await vote(jury[0]!, 'suspend');
  await vote(jury[0]!, 'none');
  expect((await casesOf(jury[0]!.juror)).seats).toMatchObject([{ vote: 'none' }]);
  await allVote(jury, 'none');
  expect((await vote(jury[0]!, 'suspend')).status).toBe(404);
  expect((await casesOf(anton)).decisions).toEqual([]);
  expect(await notificationTexts(anton)).toEqual([]);
});

test('five simultaneous votes make one decision', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const jury = await juryOf(neighbours);
  await Promise.all(jury.map((seat) => vote(seat, 'warn')));
  expect(await notificationTexts(anton)).toHaveLength(1);
  const decided = await app.world.db.read.selectFrom('ledger').selectAll().where('what', '=', 'decided').execute();
  expect(decided).toHaveLength(1);
});

test('an item hidden by two cases remains hidden when one decision is revoked', async () => {
  const { id } = await write(anton, boris, 'Send money');
  await accuse(boris, 'message', id, { reason: 'spam' });
  await allVote(await juryOf(neighbours), 'hide');
  const item = { kind: 'message', id } as const;
  const raise = createRaise(app.world);
  await app.world.db.write((tx) => raise(tx, { origin: 'spam', subjectProfileId: anton.profileId, item, words: 'Seen often.' }));
  await allVote(await juryOf(neighbours), 'hide');
  const [second, first] = (await casesOf(anton)).decisions.map(({ caseId }) => caseId);
  for (const [caseId, left] of [
    [first, 0],
    [second, 1],
  ] as const) {
    await appeal(anton, caseId ?? '');
    await rule(ada, caseId ?? '', 'none');
    await expect.poll(() => between(boris, anton)).toHaveLength(left);
  }
});

test('a member whose votes mostly differ from the decisions is no longer drawn', async () => {
  const [contrary] = neighbours as [Member];
  const nowMs = app.clock.now();
  await app.world.db.write(async (tx) => {
    for (let at = 0; at < 10; at += 1) {
      const id = app.world.ids.uuid();
      const done = { origin: 'members', subject_id: '', item_kind: 'profile', reason: 'hate', jury_round: 1 } as const;
      const decided = { state: 'final', outcome: 'none', decided_by: 'jury', opened_ms: nowMs, decided_ms: nowMs } as const;
      await createCasesStore(tx).insert({ ...done, ...decided, id });
      await createJuryStore(tx).seat(id, [contrary.profileId], nowMs);
      await createJuryStore(tx).vote(id, contrary.profileId, at < 6 ? 'suspend' : 'none', nowMs);
    }
  });
  const everybody = [...neighbours, anton, boris];
  for (let round = 0; round < 3; round += 1) {
    const [accused, accuser] = (await crowd(app, 2)) as [Member, Member];
    everybody.push(accused, accuser);
    await accuse(accuser, 'profile', accused.profileId);
    const jury = await juryOf(everybody);
    expect(jury.map(({ juror }) => juror)).not.toContain(contrary);
    await allVote(jury, 'none');
  }
});

test('every view, vote and decision is in the ledger, which is immutable and anonymous', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const jury = await juryOf(neighbours);
  await jury[0]!.juror.call(reports.getCase, { params: { id: jury[0]!.caseId } });
  await allVote(jury, 'warn');
  await appeal(anton, jury[0]!.caseId);
  await caseForAdmin(ada, jury[0]!.caseId);
  await rule(ada, jury[0]!.caseId, 'warn');
  const rows = await app.world.db.read.selectFrom('ledger').selectAll().orderBy('place').execute();
  const steps = rows.map(({ what, who, detail }) => [what, who.split(':')[0], detail].join(' ').trim());
  expect(steps).toEqual([
    'opened product members harassment',
    'reported reporter harassment',
    ...Array.from({ length: 5 }, () => 'drawn juror'),
    'looked juror',
    ...Array.from({ length: 5 }, () => 'voted juror'),
    'decided product jury warn',
    'appealed subject',
    'looked admin',
    'decided admin admin warn',
  ]);
  for (const member of [anton, boris, ada, ...neighbours])
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${member.profileId}|${member.accountId}`));
  const state = await verifyLedger(app.world.db);
  expect(state).toMatchObject({ rows: rows.length, brokenAt: null });
  const change = app.world.db.write((tx) => tx.updateTable('ledger').set({ what: 'drawn' }).where('place', '=', 8).execute());
  await expect(change).rejects.toThrow('The ledger only grows.');
  const removal = app.world.db.write((tx) => tx.deleteFrom('ledger').where('place', '=', 8).execute());
  await expect(removal).rejects.toThrow('The ledger only grows.');
});
