// Sweeps that find much to do divide it into small transactions, between which others write.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSlices, sliceRows } from './db/slices.ts';
import { removeUnseenDevices } from './features/notifications/push-queue.service.ts';
import { createGrantsStore } from './features/grants/grants.store.ts';
import { createHealthStore } from './features/health/health.store.ts';
import type { Member } from './testing/app/members.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

const count = 3 * sliceRows + 1;
let app: TestApp;
let anton: Member;
beforeAll(async () => {
  app = await openTestApp({ limits: { communitySweepMs: 2 ** 30, unseenDevicesSweepMs: 2 ** 30 } });
  anton = await app.member();
});
afterAll(() => app.close());

/** The transactions of `work`, and those of others that end before it does. */
async function transactionsOf(work: () => Promise<void>): Promise<{ own: number; others: number }> {
  const { db } = app.world;
  const before = db.health().writes;
  let [others, isOver] = [0, false];
  async function writeMeanwhile(): Promise<void> {
    for (; !isOver; others += 1) await db.write((tx) => tx.selectFrom('secrets').select('name').execute());
  }
  const writing = writeMeanwhile();
  await work();
  isOver = true;
  await writing;
  return { own: db.health().writes - before - others, others };
}

test('expired hashes of health reports are removed', async () => {
  const { db, clock } = app.world;
  await db.write(async (tx) => {
    for (let number = 0; number < count; number += 1)
      await tx
        .insertInto('health_marks')
        .values({ hash: `mark ${number}`, ends_day: 0 })
        .execute();
  });
  const { own, others } = await transactionsOf(() => inSlices(db, (tx) => createHealthStore(tx).removeEnded(clock.now())));
  expect(own).toBeGreaterThanOrEqual(4);
  expect(others).toBeGreaterThan(2);
  expect(await db.read.selectFrom('health_marks').select('hash').execute()).toEqual([]);
});

test('push devices that were not seen for long are removed, except those whose session was seen', async () => {
  const { db, clock } = app.world;
  const sessions = db.read.selectFrom('sessions').select('id_hash');
  const used = (await sessions.where('account_id', '=', anton.accountId).executeTakeFirstOrThrow()).id_hash;
  const unused = (await sessions.where('account_id', '=', (await app.member()).accountId).executeTakeFirstOrThrow()).id_hash;
  await db.write(async (tx) => {
    await tx.updateTable('sessions').set({ seen_ms: 0 }).where('id_hash', '=', unused).execute();
    for (let number = 0; number < count; number += 1)
      await tx
        .insertInto('push_subscriptions')
        .values({
          id: `device ${number}`,
          account_id: anton.accountId,
          profile_id: anton.profileId,
          session_hash: number === 7 ? used : unused,
          device_name: '',
          language: 'en',
          endpoint: `https://push.example.org/${number}`,
          expiration_ms: null,
          auth: '',
          p256dh: '',
          seen_ms: 0,
          created_ms: clock.now(),
          origin: '',
        })
        .execute();
  });
  const { own, others } = await transactionsOf(() => removeUnseenDevices(app.world));
  expect(own).toBeGreaterThanOrEqual(4);
  expect(others).toBeGreaterThan(2);
  expect(await db.read.selectFrom('push_subscriptions').select('id').execute()).toEqual([{ id: 'device 7' }]);
});

test('an expired grant that was renewed since it was read stays', async () => {
  const { db } = app.world;
  const boris = await app.member();
  const grant = { owner_id: anton.profileId, viewer_id: boris.profileId, created_ms: 0 };
  const store = <T>(work: (grants: ReturnType<typeof createGrantsStore>) => Promise<T>) =>
    db.write((tx) => work(createGrantsStore(tx)));
  await store((grants) => grants.put({ ...grant, until_ms: 5 }));
  const ended = await createGrantsStore(db.read).ended(10, 9);
  expect(ended).toHaveLength(1);
  await store((grants) => grants.put({ ...grant, until_ms: 20 }));
  expect(await store((grants) => grants.removeEnded(ended, 10))).toEqual([]);
  expect(await store((grants) => grants.removeEnded(ended, 20))).toHaveLength(1);
});
