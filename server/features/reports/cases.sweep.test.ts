// Sweeps in which something fails: they continue with the other cases, steps and pictures.
import { afterEach, expect, test, vi } from 'vitest';
import { showPictures, uploadPicture } from '#server/testing/members/actions.ts';
import { crowd, juryOf, quickJuries } from '#server/testing/members/juries.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { freshPictureFiles } from '#server/testing/app/test-world.ts';
import { reports } from '#shared/contract/reports.ts';
import { createCasesStore } from './cases.store.ts';
import { createEvidenceStore, type StoredEvidence } from './evidence.store.ts';
import { sweepCases } from './cases.sweep.ts';
import { createRaise } from './reports.service.ts';
import { createWithheldStore } from './withheld.store.ts';

let app: TestApp;
afterEach(() => app.close());

/** Opens an app in which the files of the pictures `broken` cannot be read, as on a damaged disk. */
async function openWithBroken(broken: ReadonlySet<string>): Promise<void> {
  const files = freshPictureFiles();
  const get: typeof files.get = (id, ...which) =>
    broken.has(id) ? Promise.reject(new Error('EIO: i/o error, read')) : files.get(id, ...which);
  app = await openTestApp({
    env: { LOG_LEVEL: 'silent' },
    limits: quickJuries,
    parts: { pictureFiles: { ...files, get } },
  });
}
const pendingIds = async () =>
  (await app.world.db.read.selectFrom('case_evidence').select('id').where('pending_pictures', '!=', '[]').execute()).map(
    ({ id }) => id,
  );

test('an unreadable picture prevents neither juries nor the copies of other pictures', async () => {
  const broken = new Set<string>();
  await openWithBroken(broken);
  const anton = await app.member({ name: 'Anton' });
  const [unreadable, readable] = [await uploadPicture(anton), await uploadPicture(anton)];
  await showPictures(anton, { profilePicIds: [unreadable, readable] });
  broken.add(unreadable);
  const neighbours = await crowd(app, 5);
  const raise = createRaise(app.world);
  await app.world.db.write(async (tx) => {
    for (const id of [unreadable, readable])
      await raise(tx, {
        origin: 'machine',
        subjectProfileId: anton.profileId,
        item: { kind: 'picture', id },
        words: 'Seen often.',
      });
  });
  expect(await juryOf(neighbours)).toHaveLength(5);
  await expect.poll(pendingIds).toHaveLength(1);
});

test('a report of an unreadable picture is stored, and the picture is copied once it can be read', async () => {
  const broken = new Set<string>();
  await openWithBroken(broken);
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const id = await uploadPicture(anton);
  await showPictures(anton, { profilePicIds: [id] });
  broken.add(id);
  await boris.call(reports.postReport, { body: { kind: 'picture', itemId: id, reason: 'harassment', words: '', block: false } });
  expect(await pendingIds()).toHaveLength(1);
  broken.clear();
  await expect.poll(pendingIds, { timeout: 10_000 }).toHaveLength(0);
});

test('more unreadable pictures than one sweep takes do not prevent another picture from being copied', async () => {
  const broken = new Set<string>();
  await openWithBroken(broken);
  const anton = await app.member({ name: 'Anton' });
  const [unreadable, readable] = [await uploadPicture(anton), await uploadPicture(anton)];
  broken.add(unreadable);
  const evidence = (pictureId: string): StoredEvidence => ({
    id: app.world.ids.uuid(),
    kind: 'picture',
    itemId: app.world.ids.uuid(),
    said: [],
    pendingPictures: [pictureId],
    pictures: [],
    words: '',
  });
  const raise = createRaise(app.world);
  await app.world.db.write(async (tx) => {
    await raise(tx, { origin: 'machine', subjectProfileId: anton.profileId, words: 'Seen often.' });
    const { id: caseId } = await tx.selectFrom('cases').select('id').executeTakeFirstOrThrow();
    const store = createEvidenceStore(tx);
    for (const one of [...Array.from({ length: 25 }, () => evidence(unreadable)), evidence(readable)])
      await store.put(caseId, one, 0);
  });
  await expect.poll(pendingIds, { timeout: 10_000 }).toHaveLength(25);
});

test('a step that fails does not stop the later ones', async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  await app.sweptOnce();
  const failing = async () => {
    throw new Error('the step failed');
  };
  const withhold = vi.fn(async () => undefined);
  const withholder = { withhold, show: async () => undefined };
  const anton = await app.member({ name: 'Anton' });
  await app.world.db.write((tx) =>
    tx
      .insertInto('hidden_items')
      .values({ kind: 'broadcast', item_id: 'x', case_id: 'c', owner_id: anton.profileId, state: 'wanted', kept: '' })
      .execute(),
  );
  await sweepCases(app.world, {
    reports: { completeEvidence: failing },
    cases: { runDue: failing },
    withholders: { broadcast: withholder, message: withholder, picture: withholder, profile: withholder },
  });
  expect(withhold).toHaveBeenCalledOnce();
});

test('an item that a closed case withholds stays withheld when an earlier case is revoked', async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  await app.sweptOnce();
  const anton = await app.member({ name: 'Anton' });
  const item = { kind: 'picture', itemId: app.world.ids.uuid() } as const;
  const decided = {
    subject_id: anton.profileId,
    item_kind: 'picture',
    reason: 'hate',
    state: 'decided',
    outcome: 'hide',
  } as const;
  const nowMs = app.clock.now();
  const later = { decided_by: 'admin', opened_ms: 1, decided_ms: 1, due_ms: null, jury_round: 1, origin: 'members' } as const;
  await app.world.db.write(async (tx) => {
    for (const [id, state] of [
      ['revoked', 'appealed'],
      ['closed', 'decided'],
    ] as const) {
      await createCasesStore(tx).insert({ ...decided, ...later, id, state });
      await createEvidenceStore(tx).put(
        id,
        { id: `of ${id}`, ...item, said: [], pendingPictures: [], pictures: ['a'], words: '' },
        nowMs,
      );
      const { kind, itemId: item_id } = item;
      await createWithheldStore(tx).withhold({ kind, item_id, case_id: id, owner_id: anton.profileId });
    }
  });
  const nothing = async () => undefined;
  const withholder = { withhold: nothing, show: nothing };
  await sweepCases(app.world, {
    reports: { completeEvidence: nothing },
    cases: { runDue: nothing },
    withholders: { broadcast: withholder, message: withholder, picture: withholder, profile: withholder },
  });
  expect(await createEvidenceStore(app.world.db.read).of('closed')).toEqual([]);
  await app.world.db.write((tx) => createWithheldStore(tx).lift('revoked'));
  const rows = await app.world.db.read.selectFrom('hidden_items').selectAll().execute();
  expect(rows).toMatchObject([{ case_id: 'closed', state: 'hidden' }]);
});
