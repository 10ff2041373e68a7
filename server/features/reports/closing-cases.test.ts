// Which cases are due, open or closing, to the millisecond.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createCasesStore, type NewCase } from './cases.store.ts';

let app: TestApp;
let anton: Member;
beforeAll(async () => {
  app = await openTestApp();
  anton = await app.member();
});
afterAll(() => app.close());

const store = () => createCasesStore(app.world.db.read);
async function addCase(change: Partial<NewCase>): Promise<string> {
  const id = app.world.ids.uuid();
  const base = { origin: 'members', subject_id: anton.profileId, item_kind: 'profile', reason: 'hate', jury_round: 1 } as const;
  const judging = {
    state: 'judging',
    outcome: null,
    decided_by: null,
    opened_ms: 1_000,
    decided_ms: null,
    due_ms: null,
  } as const;
  await app.world.db.write((tx) => createCasesStore(tx).insert({ ...base, ...judging, id, ...change }));
  return id;
}

test.each<[string, boolean, Partial<NewCase>]>([
  ['decided before the appeals that count', true, { state: 'decided', decided_ms: 500 }],
  ['final for as long', true, { state: 'final', decided_ms: 500 }],
  ['decided since', false, { state: 'decided', decided_ms: 501 }],
  ['appealed', false, { state: 'appealed', decided_ms: 500, opened_ms: 300 }],
  ['about a deleted member, just decided', true, { state: 'decided', decided_ms: 900, subject_id: 'gone' }],
  ['about a deleted member, just final', true, { state: 'final', decided_ms: 900, subject_id: 'gone' }],
  ['about a deleted member, referred long ago', true, { state: 'referred', opened_ms: 300, subject_id: 'gone' }],
  ['about a deleted member, appealed long ago', true, { state: 'appealed', opened_ms: 300, subject_id: 'gone' }],
  ['about a deleted member, referred since', false, { state: 'referred', opened_ms: 301, subject_id: 'gone' }],
  ['about a deleted member, still judged', false, { state: 'judging', opened_ms: 300, subject_id: 'gone' }],
  ['referred long ago', false, { state: 'referred', opened_ms: 300 }],
  ['closed already', false, { state: 'final', decided_ms: 500, subject_id: '' }],
])('the evidence of a case %s is removed: %s', async (_, isClosing, change) => {
  const id = await addCase(change);
  const closing = await store().closing({ appealableSinceMs: 500, goneSinceMs: 300 });
  expect(closing.some((one) => one.id === id)).toBe(isClosing);
});

test.each<[string, boolean, Partial<NewCase>]>([
  ['waits for a jury', true, { state: 'waiting' }],
  ['is past its deadline', true, { state: 'judging', due_ms: 700 }],
  ['has time left', false, { state: 'judging', due_ms: 701 }],
  ['is referred', false, { state: 'referred', due_ms: 700 }],
  ['is decided', false, { state: 'decided', due_ms: 700 }],
])('a case that %s is due: %s', async (_, isDue, change) => {
  const id = await addCase(change);
  expect((await store().due(700)).some((one) => one.id === id)).toBe(isDue);
});

test('a report joins the newest open case of its origin', async () => {
  const subject_id = 'joined';
  await addCase({ subject_id, opened_ms: 2_000 });
  const newest = await addCase({ subject_id, opened_ms: 3_000, state: 'referred' });
  await addCase({ subject_id, opened_ms: 4_000, state: 'decided' });
  await addCase({ subject_id, opened_ms: 4_000, origin: 'spam' });
  await addCase({ subject_id: 'another', opened_ms: 4_000 });
  expect((await store().openAbout(subject_id, 'members', 2_999))?.id).toBe(newest);
  expect(await store().openAbout(subject_id, 'members', 3_000)).toBeUndefined();
});

test('decisions are listed newest first, without open cases', async () => {
  const subject_id = 'listed';
  const decided = { subject_id, outcome: 'warn', decided_by: 'jury' } as const;
  const first = await addCase({ ...decided, state: 'decided', decided_ms: 10 });
  const second = await addCase({ ...decided, state: 'final', decided_ms: 30 });
  const third = await addCase({ ...decided, state: 'appealed', decided_ms: 20 });
  await addCase({ subject_id, state: 'judging' });
  await addCase({ subject_id, state: 'final', decided_ms: 40 });
  expect((await store().decidedAbout(subject_id)).map(({ id }) => id)).toEqual([second, third, first]);
});
