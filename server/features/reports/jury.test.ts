// Juries with too few jurors, referred cases, and jurors who become parties.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reports } from '#shared/contract/reports.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { accuse, allVote, casesOf, crowd, juryOf, quickJuries, vote } from '#server/testing/members/juries.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let anton: Member;
let boris: Member;
let ada: Member;
let neighbours: Member[];
beforeEach(async () => {
  app = await openTestApp({ limits: quickJuries });
  [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  ada = await app.member({ name: 'Ada', roles: ['ADMIN'] });
  neighbours = await crowd(app, 8);
});
afterEach(() => app.close());

const waiting = (admin: Member) => admin.call(reports.getAdminCases);
const rule = (admin: Member, id: string, outcome: 'none' | 'warn') =>
  admin.ask(reports.putAdminCase, { params: { id }, body: { outcome } });

/** Jurors decline until nobody is left to replace them. */
async function declineAll(): Promise<Awaited<ReturnType<typeof juryOf>>> {
  for (let spare = neighbours.length - 5; spare > 0; spare -= 1) await vote((await juryOf(neighbours))[0]!, null);
  return juryOf(neighbours);
}

test('if nobody can replace a juror who declines, the other votes decide', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const [last, ...others] = await declineAll();
  for (const seat of others) await vote(seat, 'warn');
  expect((await casesOf(anton)).decisions).toEqual([]);
  await vote(last!, null);
  expect((await casesOf(anton)).decisions).toMatchObject([{ outcome: 'warn', decidedBy: 'jury' }]);
});

test('a case is referred to an administrator only when fewer than three jurors remain', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const [first, second, third, ...others] = await declineAll();
  await vote(others[0]!, 'warn');
  for (const seat of [first, second]) await vote(seat!, null);
  expect([await waiting(ada), (await casesOf(anton)).decisions]).toEqual([[], []]);
  await vote(third!, null);
  expect(await waiting(ada)).toMatchObject([{ referredBecause: 'few-members' }]);
});

test('a case that most jurors refer goes to an administrator who did not report it', async () => {
  const eve = await app.member({ name: 'Eve', roles: ['USER', 'ADMIN'] });
  for (const reporter of [boris, eve]) await accuse(reporter, 'profile', anton.profileId);
  const jury = await juryOf(neighbours);
  await allVote(jury, ['refer', 'refer', 'refer', 'warn', 'none']);
  const { caseId } = jury[0]!;
  expect(await waiting(ada)).toMatchObject([{ caseId, state: 'referred', referredBecause: 'wanted' }]);
  expect(await waiting(eve)).toEqual([]);
  expect((await eve.ask(reports.getAdminCase, { params: { id: caseId } })).status).toBe(404);
  expect((await rule(eve, caseId, 'none')).status).toBe(404);
  expect((await rule(ada, caseId, 'warn')).status).toBe(200);
  expect((await casesOf(anton)).decisions).toMatchObject([{ outcome: 'warn', decidedBy: 'admin' }]);
});

test('an administrator does not learn from the list of cases that a case is about them', async () => {
  const eve = await app.member({ name: 'Eve', roles: ['USER', 'ADMIN'] });
  const others = [...neighbours, anton];
  await accuse(boris, 'profile', eve.profileId);
  const jury = await juryOf(others);
  await allVote(jury, 'refer');
  expect(await waiting(ada)).toMatchObject([{ caseId: jury[0]!.caseId }]);
  expect(await waiting(eve)).toEqual([]);
  await accuse(boris, 'profile', neighbours[0]!.profileId);
  await allVote(await juryOf(others), 'refer');
  expect(await waiting(eve)).toHaveLength(1);
});

test('a member cannot appeal against an unfounded case', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const jury = await juryOf(neighbours);
  await allVote(jury, 'none');
  expect(
    (await anton.ask(reports.postAppeal, { params: { id: jury[0]!.caseId }, body: { words: 'I did nothing.' } })).status,
  ).toBe(404);
});

test('a juror who reports the same member becomes a party, and does not learn whom the case is about', async () => {
  const carl = await app.member({ name: 'Carl' });
  const all = [...neighbours, carl];
  await accuse(boris, 'profile', anton.profileId);
  const [seat, ...others] = (await juryOf(all)) as [{ juror: Member; caseId: string }, ...{ juror: Member; caseId: string }[]];
  const { juror, caseId } = seat;
  const seen = async () => ({
    seats: (await casesOf(juror)).seats,
    details: await juror.call(reports.getCase, { params: { id: caseId } }),
  });
  const before = await seen();
  expect(await accuse(juror, 'profile', anton.profileId)).toMatchObject({ status: 200, body: { state: 'open' } });
  expect(await seen()).toEqual(before);

  // The juror's vote is accepted, but does not count.
  expect((await vote(seat, 'none')).status).toBe(200);
  expect((await seen()).details.vote).toBe('none');
  for (const other of others) await vote(other, 'warn');
  const state = () =>
    app.world.db.read.selectFrom('cases').select(['state', 'outcome']).where('id', '=', caseId).executeTakeFirst();
  expect(await state()).toEqual({ state: 'judging', outcome: null });
  app.clock.pass(3 * dayMs);
  await expect.poll(state).toEqual({ state: 'decided', outcome: 'warn' });
  // The juror's own report is in another case, which is not decided with this one.
  expect(await juror.call(reports.getReports)).toMatchObject([{ state: 'open' }]);
});

test('a report by a former juror is not shown as decided with the case that they judged', async () => {
  await accuse(boris, 'profile', anton.profileId);
  const jury = await juryOf(neighbours);
  await allVote(jury, 'none');
  expect(await accuse(jury[0]!.juror, 'profile', anton.profileId)).toMatchObject({ status: 200, body: { state: 'open' } });
});
