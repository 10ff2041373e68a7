// Decisions as stored and published, and as the subject and the reporters read them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CaseOutcome, ItemKind } from '#shared/rules/arbitration.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { BusEvent } from '#server/outside/bus.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { caseNewsText } from '#server/texts/case-news.ts';
import { translatorFor } from '#server/texts/translators.ts';
import { createCasesStore, type StoredCase, type StoredReport } from './cases.store.ts';
import { createDecide } from './decisions.ts';
import { createEvidenceStore } from './evidence.store.ts';

let app: TestApp;
let anton: Member;
let boris: Member;
let carl: Member;
let published: BusEvent[] = [];
beforeAll(async () => {
  app = await openTestApp();
  [boris, carl] = [await app.member(), await app.member()];
  app.world.bus.on('suspensionChanged', (event) => published.push(event));
});
afterAll(() => app.close());
beforeEach(async () => {
  anton = await app.member({ name: 'Anton' });
  published = [];
});

const noon = Date.UTC(2026, 10, 21, 12);

/** Decides a new case. Returns the stored case and who is notified of what. */
async function decided(outcome: CaseOutcome, change: Partial<StoredCase> = {}, reporters: readonly Member[] = []) {
  app.clock.set(noon);
  const given: StoredCase = {
    id: app.world.ids.uuid(),
    origin: 'members',
    subject_id: anton.profileId,
    item_kind: 'profile',
    reason: 'hate',
    state: 'judging',
    jury_round: 1,
    due_ms: noon,
    referred_because: null,
    outcome: null,
    decided_by: null,
    decided_ms: null,
    sanction_ends_ms: null,
    opened_ms: noon,
    ...change,
  };
  const told: [string, string][] = [];
  const decide = createDecide(app.world, {
    addAboutCase: (_tx, profileId, news) => {
      told.push([profileId, caseNewsText(translatorFor('en'), news)]);
      return Promise.resolve();
    },
  });
  await app.world.db.write(async (tx) => {
    const cases = createCasesStore(tx);
    await cases.insert(given);
    const report = { case_id: given.id, item_kind: 'profile', item_id: '', reason: 'hate', words: '' } as const;
    for (const { profileId: reporter_id } of reporters) {
      const row: StoredReport = {
        ...report,
        reporter_id,
        id: app.world.ids.uuid(),
        masked_words: '',
        said_before: '[]',
        created_ms: 0,
      };
      await cases.addReport(row);
    }
    for (const [kind, itemId, said] of [
      ['profile', '', 'text'],
      ['message', given.id, 'text'],
      ['picture', `empty ${given.id}`, ''],
    ] as const) {
      const texts = said === '' ? [] : [{ isReported: true, text: said }];
      const evidence = { id: app.world.ids.uuid(), kind, itemId, said: texts, pendingPictures: [], pictures: [], words: '' };
      await createEvidenceStore(tx).put(given.id, evidence, 0);
    }
    await decide(tx, given, { outcome, by: 'jury', who: 'product' });
  });
  const stored = await createCasesStore(app.world.db.read).find(given.id);
  const withheld = await app.world.db.read
    .selectFrom('hidden_items')
    .select(['kind', 'item_id', 'state'])
    .where('owner_id', '=', anton.profileId)
    .where('case_id', '=', given.id)
    .orderBy('kind')
    .execute();
  return { id: given.id, stored, told, withheld };
}
const rule = 'The rule: “Nobody is put down for who they are.”';
const until = 'until 24 Nov 2026, 12:00 UTC others don’t see you and you can’t write to them.';

test.each<[ItemKind, CaseOutcome, string]>([
  ['profile', 'warn', 'The text of your profile broke a rule: take care from now on.'],
  ['picture', 'hide', 'Your picture broke a rule and is no longer shown to others.'],
  ['message', 'suspend', `Your message broke a rule: ${until}`],
  ['broadcast', 'warn', 'Your message to the area broke a rule: take care from now on.'],
])('the subject of a decision about a %s to %s is notified of the rule, and can appeal', async (item_kind, outcome, text) => {
  const { told, stored } = await decided(outcome, { item_kind });
  expect(told).toEqual([[anton.profileId, `${text} ${rule} You can appeal.`]]);
  expect(stored).toMatchObject({ outcome, state: 'decided', decided_by: 'jury', decided_ms: noon, due_ms: null });
});

test.each<[CaseOutcome, string]>([
  ['none', 'Your appeal was successful: the decision about you is revoked.'],
  [
    'hide',
    `Your appeal is decided. The text of your profile broke a rule and is no longer shown to others. ${rule} This is final.`,
  ],
  ['suspend', `Your appeal is decided. The text of your profile broke a rule: ${until} ${rule} This is final.`],
])('an appeal decided with %s is final, and only the subject is notified', async (outcome, text) => {
  const { told, stored } = await decided(outcome, { state: 'appealed', outcome: 'warn' }, [boris]);
  expect([told, stored?.state]).toEqual([[[anton.profileId, text]], 'final']);
});

test('each reporter learns of an unfounded case once, and its subject does not', async () => {
  const { told } = await decided('none', {}, [boris, carl]);
  expect(told).toHaveLength(2);
  for (const { profileId } of [boris, carl]) expect(told).toContainEqual([profileId, 'Your report has been decided.']);
  expect(published).toEqual([]);
});

test('a suspension ends after 72 hours, also after an appeal, and an appeal can end it at once', async () => {
  const event = { type: 'suspensionChanged', profileId: anton.profileId };
  expect((await decided('suspend')).stored?.sanction_ends_ms).toBe(noon + 72 * hourMs);
  expect(published.splice(0)).toEqual([{ ...event, untilMs: noon + 72 * hourMs }]);
  anton = await app.member();
  const earlier = { state: 'appealed', outcome: 'suspend', sanction_ends_ms: noon + hourMs } as const;
  expect((await decided('suspend', earlier)).stored?.sanction_ends_ms).toBe(noon + hourMs);
  const suspended = { ...event, profileId: anton.profileId, untilMs: noon + hourMs, wasSuspended: true };
  expect(published.splice(0)).toEqual([suspended]);
  anton = await app.member();
  expect((await decided('warn', earlier)).stored?.sanction_ends_ms).toBeNull();
  expect(published.splice(0)).toEqual([{ ...event, profileId: anton.profileId, untilMs: null, wasSuspended: true }]);
  await decided('hide');
  expect(published).toEqual([]);
});

test('hiding and suspending withhold the items that have content, a warning does not', async () => {
  expect((await decided('warn')).withheld).toEqual([]);
  const hidden = await decided('hide');
  expect(hidden.withheld).toEqual([
    { kind: 'message', item_id: hidden.id, state: 'wanted' },
    { kind: 'profile', item_id: anton.profileId, state: 'wanted' },
  ]);
  anton = await app.member();
  expect((await decided('suspend')).withheld).toHaveLength(2);
});

test('a decision about a deleted member is stored, goes only to the reporters, and withholds nothing', async () => {
  const { told, stored, withheld } = await decided('suspend', { subject_id: app.world.ids.uuid() }, [boris]);
  expect([told, stored?.outcome, withheld, published]).toEqual([
    [[boris.profileId, 'Your report has been decided.']],
    'suspend',
    [],
    [],
  ]);
});
