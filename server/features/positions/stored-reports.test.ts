// Members as others see them while reports of positions are stored slowly, or could not be stored at first.
import { expect, onTestFinished, test, vi } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { DatabaseFailure } from '#server/db/errors.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import { change } from '#server/testing/members/settings.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import type { World } from '#server/world.ts';

const paging = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false };

/** A transaction that lasts until it may end. Later writes wait for it. */
function hold({ db }: Pick<World, 'db'>) {
  const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = db.write(async () => {
    isHeld.resolve();
    await mayEnd.promise;
  });
  return { isHeld: isHeld.promise, end: mayEnd.resolve, ended };
}

const waits = (writes: number, { db }: Pick<World, 'db'>) => expect.poll(() => db.health().waiting).toBe(writes);

test('an earlier report does not show a member who has hidden since', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const [viewer, member] = [await app.member(), await app.member()];
  const seen = async () => (await viewer.call(nearby.getNearest, { query: paging })).length;
  for (const each of [viewer, member]) await reportPosition(each, app.clock.now());
  expect(await seen()).toBe(1);

  const held = hold(app.world);
  await held.isHeld;
  const moving = reportPosition(member, app.clock.now(), { lat: 33.6 });
  await waits(1, app.world);
  const hiding = reportPosition(member, app.clock.now(), { hide: true });
  await waits(2, app.world);
  held.end();
  await Promise.all([held.ended, moving, hiding]);
  expect(await seen()).toBe(0);
});

test('a member who hides while their first report is being stored stays hidden', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const [viewer, member] = [await app.member(), await app.member()];
  const seen = async () => (await viewer.call(nearby.getNearest, { query: paging })).length;
  await reportPosition(viewer, app.clock.now());

  // Writes that wait are stored together, so the report waits in another transaction than the choice to hide.
  const [first, hiding] = [hold(app.world), change(member, { hide: true })];
  await first.isHeld;
  await waits(1, app.world);
  const second = hold(app.world);
  first.end();
  await second.isHeld;
  const [third, reporting] = [hold(app.world), reportPosition(member, app.clock.now())];
  await waits(2, app.world);
  second.end();
  await Promise.all([third.isHeld, hiding]);
  third.end();
  await Promise.all([first.ended, second.ended, third.ended, reporting]);
  expect(await seen()).toBe(0);
});

test('a member who shows themself again while a report is being stored is shown', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const [viewer, member] = [await app.member(), await app.member()];
  for (const each of [viewer, member]) await reportPosition(each, app.clock.now());
  await change(member, { hide: true });
  const held = hold(app.world);
  await held.isHeld;
  const showing = change(member, { hide: false });
  await waits(1, app.world);
  const reporting = reportPosition(member, app.clock.now(), { lat: 33.6 });
  await waits(2, app.world);
  held.end();
  await Promise.all([held.ended, showing, reporting]);
  expect(await viewer.call(nearby.getNearest, { query: paging })).toHaveLength(1);
});

test('a member whose report could not be stored is shown once the repeated report is stored', async () => {
  const app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  onTestFinished(() => app.close());
  const [viewer, member] = [await app.member(), await app.member()];
  await reportPosition(viewer, app.clock.now());
  const failing = vi.spyOn(app.world.db, 'write').mockRejectedValueOnce(new DatabaseFailure('disk-full', 'No room.'));
  await expect(reportPosition(member, app.clock.now())).rejects.toThrow();
  failing.mockRestore();
  expect(await viewer.call(nearby.getNearest, { query: paging })).toEqual([]);
  await reportPosition(member, app.clock.now());
  expect(await viewer.call(nearby.getNearest, { query: paging })).toHaveLength(1);
});

test('a position that expires while nothing can be stored is no longer shown', async () => {
  const app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  onTestFinished(() => app.close());
  const [viewer, member] = [await app.member(), await app.member()];
  await reportPosition(viewer, app.clock.now(), { forMs: 7_200_000 });
  await reportPosition(member, app.clock.now());
  const failing = vi.spyOn(app.world.db, 'write').mockRejectedValue(new DatabaseFailure('disk-full', 'No room.'));
  app.clock.pass(3_600_000);
  const shown = async () => (await viewer.call(nearby.getNearest, { query: paging })).length;
  await expect.poll(shown, { timeout: 8_000 }).toBe(0);
  failing.mockRestore();
});

test('a choice to hide that was stored but could not be applied is applied by itself once the database answers', async () => {
  const app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  onTestFinished(() => app.close());
  const [viewer, member] = [await app.member(), await app.member()];
  for (const each of [viewer, member]) await reportPosition(each, app.clock.now());
  const seen = async () => (await viewer.call(nearby.getNearest, { query: paging })).length;
  const { read } = app.world.db;
  const { selectFrom } = read;
  const failing = vi.spyOn(read, 'selectFrom').mockImplementation((table) => {
    if (table === ('positions' as never)) throw new DatabaseFailure('database-unavailable', 'It is away.');
    return selectFrom.call(read, table);
  });
  await expect(change(member, { hide: true })).rejects.toThrow();
  expect(await seen()).toBe(1);
  failing.mockRestore();
  await expect.poll(seen, { timeout: 5_000 }).toBe(0);
});
