// The members who can be drawn as jurors of a case, and their earlier votes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { like, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createCasesStore, type NewCase } from './cases.store.ts';
import { createGrantsStore } from '#server/features/grants/grants.store.ts';
import { drawJurors } from './jury.ts';
import { createJuryStore, type JurorCriteria } from './jury.store.ts';

let app: TestApp;
let party: Member;
let one: Member;
beforeAll(async () => {
  app = await openTestApp({ limits: { jurorMemberMs: 1_000, jurorSeenMs: 1_000 } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [party, one] = [await app.member({ name: 'Party' }), await app.member({ name: 'One' })];
});

const everybody = { afterId: '', untilId: null, size: 50 };
const criteria = (change: Partial<JurorCriteria> = {}): JurorCriteria => ({
  caseId: 'none',
  parties: [party.profileId],
  memberSinceMs: app.clock.now(),
  seenSinceMs: 0,
  cleanSinceMs: app.clock.now() - dayMs,
  maxSeats: 2,
  ...change,
});
const candidates = (change: Partial<JurorCriteria> = {}, window = everybody) =>
  createJuryStore(app.world.db.read).candidates(criteria(change), window);
const isCandidate = async (change: Partial<JurorCriteria> = {}) => (await candidates(change)).includes(one.profileId);
const setProfile = (change: { seen_ms?: number; created_ms?: number; is_test?: 0 | 1; profilename?: string; birthdate?: null }) =>
  app.world.db.write((tx) => tx.updateTable('profiles').set(change).where('id', '=', one.profileId).execute());
async function addCase(change: Partial<NewCase> = {}): Promise<string> {
  const id = app.world.ids.uuid();
  const nowMs = app.clock.now();
  const base = { origin: 'members', subject_id: 'somebody', item_kind: 'profile', reason: 'hate', jury_round: 1 } as const;
  const judging = { state: 'judging', outcome: null, decided_by: null, opened_ms: nowMs, decided_ms: null } as const;
  await app.world.db.write((tx) => createCasesStore(tx).insert({ ...base, ...judging, id, ...change }));
  return id;
}
const seat = (caseId: string) => app.world.db.write((tx) => createJuryStore(tx).seat(caseId, [one.profileId], app.clock.now()));
const aboutOne = (change: Partial<NewCase>) => addCase({ subject_id: one.profileId, ...change });
const grant = (owner: Member, viewer: Member) =>
  app.world.db.write((tx) =>
    createGrantsStore(tx).put({ owner_id: owner.profileId, viewer_id: viewer.profileId, until_ms: null, created_ms: 0 }),
  );
/** Stores a report by `one` about a member, in a case that is decided. */
async function report({ profileId }: Member): Promise<void> {
  const decided_ms = app.clock.now();
  const case_id = await addCase({ subject_id: profileId, state: 'decided', outcome: 'none', decided_by: 'jury', decided_ms });
  const words = { words: '', masked_words: '', said_before: '[]' };
  const about = { item_kind: 'profile', item_id: '', reason: 'hate', ...words } as const;
  const row = { ...about, id: app.world.ids.uuid(), case_id, reporter_id: one.profileId, created_ms: decided_ms };
  await app.world.db.write((tx) => createCasesStore(tx).addReport(row));
}
const decidedAgo = (agoMs: number, outcome: 'none' | 'warn') =>
  aboutOne({ state: 'decided', outcome, decided_by: 'jury', decided_ms: app.clock.now() - agoMs });

test('a member in good standing who knows no party can be drawn, a party cannot', async () => {
  const found = await candidates();
  expect([found.includes(one.profileId), found.includes(party.profileId)]).toEqual([true, false]);
  expect(await isCandidate({ parties: [party.profileId, one.profileId] })).toBe(false);
});

test.each<[string, () => Promise<unknown>]>([
  ['is a test user', () => setProfile({ is_test: 1 })],
  ['has no name', () => setProfile({ profilename: '' })],
  ['has no birthdate', () => setProfile({ birthdate: null })],
  [
    'is an administrator',
    () =>
      app.world.db.write((tx) =>
        tx.updateTable('accounts').set({ roles: '["USER","ADMIN"]' }).where('id', '=', one.accountId).execute(),
      ),
  ],
  ['was warned within the period', () => decidedAgo(dayMs - 1, 'warn')],
  ['is the subject of a case that waits for a jury', () => aboutOne({ state: 'waiting' })],
  ['is the subject of a case before a jury', () => aboutOne({})],
  ['is the subject of a case that was referred to an administrator', () => aboutOne({ state: 'referred' })],
  ['has appealed against a decision', () => aboutOne({ state: 'appealed', outcome: 'none', decided_by: 'jury', decided_ms: 0 })],
  ['has two other cases to decide', async () => [await seat(await addCase()), await seat(await addCase())]],
  ['likes a party', () => like(one, party)],
  ['is liked by a party', () => like(party, one)],
  ['wrote to a party', () => write(one, party, 'hello')],
  ['has a message of a party', () => write(party, one, 'hello')],
  ['shares pictures with a party', () => grant(one, party)],
  ['sees pictures of a party', () => grant(party, one)],
  ['reported a party in another case', () => report(party)],
])('a member who %s cannot be drawn', async (_, happens) => {
  await happens();
  expect(await isCandidate()).toBe(false);
});

test('a juror of the case is not drawn for it again, even after declining', async () => {
  const caseId = await addCase();
  await seat(caseId);
  expect([await isCandidate({ caseId }), await isCandidate()]).toEqual([false, true]);
  await app.world.db.write((tx) => createJuryStore(tx).leave(caseId, one.profileId, 'declined'));
  expect(await isCandidate({ caseId })).toBe(false);
});

test.each<[string, () => Promise<unknown>]>([
  ['was warned a period ago', () => decidedAgo(dayMs, 'warn')],
  ['was reported without reason', () => decidedAgo(0, 'none')],
  ['has one other case to decide', async () => seat(await addCase())],
  [
    'voted in two other cases',
    async () => {
      for (let count = 0; count < 2; count += 1) {
        const caseId = await addCase();
        await seat(caseId);
        await app.world.db.write((tx) => createJuryStore(tx).vote(caseId, one.profileId, 'none', 0));
      }
    },
  ],
  [
    'was asked in two cases that were referred',
    async () => {
      for (let count = 0; count < 2; count += 1) await seat(await addCase({ state: 'referred' }));
    },
  ],
  [
    'knows another member only',
    async () => {
      const other = await app.member();
      await like(one, other);
      await like(other, one);
      await write(one, other, 'hello');
      await grant(one, other);
      await report(other);
    },
  ],
])('a member who %s can be drawn', async (_, happens) => {
  await happens();
  expect(await isCandidate()).toBe(true);
});

test('the times of joining and of the last visit count to the millisecond', async () => {
  await setProfile({ created_ms: 5_000, seen_ms: 9_000 });
  expect([await isCandidate({ memberSinceMs: 5_000 }), await isCandidate({ memberSinceMs: 4_999 })]).toEqual([true, false]);
  expect([await isCandidate({ seenSinceMs: 9_000 }), await isCandidate({ seenSinceMs: 9_001 })]).toEqual([true, false]);
});

test('candidates come in pages by id, without those before the start and after the end', async () => {
  for (let count = 0; count < 3; count += 1) await app.member({ name: 'More' });
  const all = await candidates();
  expect(all.length).toBeGreaterThan(3);
  expect(all).toEqual(all.toSorted());
  const [first = '', second = '', third = ''] = all;
  expect(await candidates({}, { afterId: first, untilId: null, size: 2 })).toEqual([second, third]);
  expect(await candidates({}, { ...everybody, afterId: second, untilId: third as never })).toEqual([third]);
});

test('the record of a juror counts votes in decided cases, and those that agreed on whether a rule was broken', async () => {
  for (const [vote, outcome] of [
    ['warn', 'suspend'],
    ['none', 'none'],
    ['none', 'hide'],
    ['hide', 'none'],
    ['refer', 'warn'],
    ['warn', null],
    [null, 'warn'],
  ] as const) {
    const caseId = await addCase({ state: 'final', outcome });
    await seat(caseId);
    if (vote !== null) await app.world.db.write((tx) => createJuryStore(tx).vote(caseId, one.profileId, vote, 0));
  }
  const records = await createJuryStore(app.world.db.read).recordsOf([one.profileId, party.profileId]);
  expect([...records]).toEqual([[one.profileId, { voted: 4, agreed: 2 }]]);
  expect(await createJuryStore(app.world.db.read).recordsOf([])).toEqual(new Map());
});

test('a jury is drawn from all candidates without duplicates, and has at most the requested size', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => app.member()));
  const ids = [one, ...members].map(({ profileId }) => profileId).toSorted();
  // Only these members joined early enough and visited recently enough.
  const nowMs = app.clock.now();
  await app.world.db.write(async (tx) => {
    await tx
      .updateTable('profiles')
      .set({ created_ms: nowMs, seen_ms: nowMs - 1_000 })
      .execute();
    await tx
      .updateTable('profiles')
      .set({ created_ms: nowMs - 1_000 })
      .where('id', 'in', ids)
      .execute();
  });
  const found = (await createCasesStore(app.world.db.read).find(await addCase({ subject_id: party.profileId })))!;
  expect((await drawJurors(app.world, found, 9)).toSorted()).toEqual(ids);
  const drawn = new Set<string>();
  for (let times = 0; times < 40; times += 1) {
    const jury = await drawJurors(app.world, found, 2);
    expect(new Set(jury).size).toBe(2);
    for (const id of jury) drawn.add(id);
  }
  expect([...drawn].toSorted()).toEqual(ids);
  app.clock.pass(1);
  expect(await drawJurors(app.world, found, 9)).toEqual([]);
});
