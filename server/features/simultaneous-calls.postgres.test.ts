// Simultaneous calls on PostgreSQL, whose transactions overlap: no call undoes another.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cooties } from '#shared/contract/community.ts';
import { grants } from '#shared/contract/grants.ts';
import { likes } from '#shared/contract/likes.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { reports } from '#shared/contract/reports.ts';
import { settings } from '#shared/contract/settings.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createCootiesService } from '#server/features/cooties/cooties.service.ts';
import { createGamesService } from '#server/features/games/games.service.ts';
import { createParticipation } from '#server/features/games/participation.service.ts';
import type { Tx } from '#server/db/open.ts';
import { openVisibility } from '#server/features/visibility/visibility.service.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { block, exchangeMessages, like, notificationTexts, write } from '#server/testing/members/actions.ts';
import { accuse } from '#server/testing/members/juries.ts';
import { quickHashing, setPasswordOf } from '#server/testing/members/passwords.ts';
import { change } from '#server/testing/members/settings.ts';
import { logIn } from '#server/testing/members/sign-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openPostgresTestApp({ limits: { ...quickHashing, maxGrants: 1, maxMutes: 1 } });
});
afterAll(() => app.close());

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
    join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(app.world.db.read);
  return rows[0]?.count;
};

/** Begins each call once the previous ones wait for a lock, and then lets all of them continue. */
async function whileLocked(lock: (tx: Tx) => Promise<unknown>, calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = app.world.db.write(async (tx) => {
    await lock(tx);
    locked.resolve();
    await mayEnd.promise;
  });
  await locked.promise;
  const begun: Promise<unknown>[] = [];
  for (const call of calls) {
    begun.push(call());
    await expect.poll(waiting).toBe(begun.length);
  }
  mayEnd.resolve();
  await Promise.all([locking, ...begun]);
}

test('settings that are changed at the same time are all stored', async () => {
  const anton = await app.member();
  const lock = (tx: Tx) => sql`select 1 from accounts where profile_id = ${anton.profileId} for update`.execute(tx);
  await whileLocked(lock, [() => change(anton, { hide: true }), () => change(anton, { theme: 'dark' })]);
  expect(await change(anton, {})).toMatchObject({ hide: true, theme: 'dark' });
});

test('a block that is stored at the same time as a like is not lost', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await like(anton, boris);
  const lock = (tx: Tx) => sql`select 1 from likes where liker_id = ${anton.profileId} for update`.execute(tx);
  await whileLocked(lock, [() => block(anton, boris), () => like(anton, boris)]);
  const ofAnton = app.world.db.read.selectFrom('likes').selectAll().where('liker_id', '=', anton.profileId);
  expect(await ofAnton.execute()).toMatchObject([{ like_type: 'LIKE', is_blocked: 1 }]);
});

const lockNotifications = (tx: Tx) => sql`lock table notifications in share mode`.execute(tx);

test('two members who like each other at the same time are both told that the like is mutual', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await whileLocked(lockNotifications, [() => like(anton, boris), () => like(boris, anton)]);
  expect(await notificationTexts(anton)).toContain('You and Boris like each other.');
  expect(await notificationTexts(boris)).toContain('You and Anton like each other.');
});

test('a member who is liked while they block the liker is not notified', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const refusedLike = async () => {
    const body = { likerProfileId: anton.profileId, likedProfileId: boris.profileId, likeType: 'LIKE' } as const;
    expect((await anton.ask(likes.putProfileLike, { body })).status).toBe(404);
  };
  await whileLocked(lockNotifications, [() => block(boris, anton), refusedLike]);
  const ofBoris = app.world.db.read.selectFrom('notifications').selectAll().where('profile_id', '=', boris.profileId);
  expect(await ofBoris.execute()).toEqual([]);
});

test('a login with the old password while the password is changed creates no session', async () => {
  const anton = await app.member();
  await setPasswordOf(app, anton.profileId, 'an old password of mine');
  const { email } = await change(anton, {});
  const lock = (tx: Tx) => sql`lock table known_browsers in share mode`.execute(tx);
  const browser = app.visitor();
  await whileLocked(lock, [
    () => change(anton, { password: 'a new password of mine' }),
    () => logIn(browser, { username: email, password: 'an old password of mine' }),
  ]);
  expect((await browser.ask(settings.getSettings)).status).toBe(401);
  expect((await anton.ask(settings.getSettings)).status).toBe(200);
});

test('sharing with or muting two members at the same time does not exceed the limit', async () => {
  const [anton, boris, carl] = [await app.member(), await app.member(), await app.member()];
  const bodyOf = (profileId: string) => ({ body: { profileId, lastsMs: null } });
  const puts = {
    pic_grants: (profileId: string) => anton.ask(grants.putPicGrant, bodyOf(profileId)),
    mutes: (profileId: string) => anton.ask(mutes.putMute, bodyOf(profileId)),
  };
  for (const [table, put] of Object.entries(puts)) {
    const statuses: number[] = [];
    const calls = [boris, carl].map(
      ({ profileId }) =>
        async () =>
          void statuses.push((await put(profileId)).status),
    );
    await whileLocked((tx) => sql`lock table ${sql.table(table)} in share mode`.execute(tx), calls);
    expect(statuses.toSorted()).toEqual([200, 400]);
  }
});

test('a message that is reported while the case of an earlier one is decided is not part of that decision', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const ada = await app.member({ roles: ['USER', 'ADMIN'] });
  const [first, second] = [await write(anton, boris, 'one'), await write(anton, boris, 'two')];
  await accuse(boris, 'message', first.id);
  const ofAnton = app.world.db.read
    .selectFrom('cases')
    .selectAll()
    .where('subject_id', '=', anton.profileId)
    .orderBy('opened_ms');
  const states = async () => (await ofAnton.execute()).map(({ state }) => state);
  await expect.poll(states).toEqual(['referred']);
  const { id } = await ofAnton.executeTakeFirstOrThrow();
  await whileLocked(
    (tx) => app.world.db.lock(tx, 'ledger'),
    [
      () => ada.call(reports.putAdminCase, { params: { id }, body: { outcome: 'hide' } }),
      () => accuse(boris, 'message', second.id),
    ],
  );
  await expect.poll(states).toEqual(['decided', 'referred']);
});

test('a player who leaves the glitter game while its nightly round is played has no glitter', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const play = (player: Member, isPlaying: boolean) => player.call(cooties.putCooties, { body: { isPlaying } });
  for (const player of [anton, boris]) await play(player, true);
  await exchangeMessages(anton, boris);
  app.clock.pass(dayMs - (app.clock.now() % dayMs));
  const { playRounds } = createCootiesService(app.world, {
    visibility: await openVisibility(app.world),
    games: createGamesService(app.world),
    participation: createParticipation(app.world),
  });
  const lock = (tx: Tx) => sql`lock table cooties_glitter in share mode`.execute(tx);
  await whileLocked(lock, [() => play(boris, false), playRounds]);
  expect(await boris.call(cooties.getCooties)).toMatchObject({ isPlaying: false, current: null, trail: [] });
  expect(await anton.call(cooties.getCooties)).toMatchObject({ points: 0, current: { passedOn: 0 } });
});
