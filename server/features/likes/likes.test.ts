// Likes and blocks of profiles over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import type { Member } from '#server/testing/app/members.ts';
import { notificationsOf } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { createLikesStore } from './likes.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const like = (
  from: Member,
  to: { profileId: string },
  change: { likeType?: 'LIKE' | 'DISLIKE' | 'UNDETERMINED'; blocked?: boolean },
) => from.ask(likes.putProfileLike, { body: { likerProfileId: from.profileId, likedProfileId: to.profileId, ...change } });
const seenBy = (viewer: Member, from: Member, to: Member) =>
  viewer.ask(likes.getProfileLike, { query: { likerProfileId: from.profileId, likedProfileId: to.profileId } });
const likersOf = (member: Member) =>
  member.call(likes.getLikesByLiked, { params: { id: member.profileId }, query: { before: undefined } });
const likedBy = (member: Member, blocked = false) =>
  member.call(likes.getLikesByLiker, { params: { id: member.profileId }, query: { before: undefined, blocked } });

test('both members see a like, and without one the type is undetermined', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  expect((await seenBy(anton, anton, boris)).body).toMatchObject({ likeType: 'UNDETERMINED', blocked: false });
  expect((await like(anton, boris, { likeType: 'LIKE' })).body).toMatchObject({
    likeType: 'LIKE',
    likedProfileId: boris.profileId,
    blocked: false,
  });
  expect(await likedBy(anton)).toMatchObject([{ profile: { profileName: 'Boris', session: null } }]);
  expect(await likersOf(boris)).toMatchObject([{ profile: { profileName: 'Anton' }, likeType: 'LIKE' }]);
  expect(await notificationsOf(boris)).toMatchObject([{ bodyText: 'Anton likes you.', url: `/profile/${anton.profileId}` }]);
});

test('no like is left out at the end of a page if several likes have the same millisecond', async () => {
  const [boris, hidden] = [await app.member(), await app.member({ name: '' })];
  const liked: Member[] = [];
  for (let count = 0; count < 24; count += 1) liked.push(await app.member());
  const params = { id: boris.profileId };
  for (const [at, member] of [...liked.slice(0, 5), hidden, ...liked.slice(5)].entries()) {
    // The first seven share a millisecond, among them one that is not shown.
    if (at > 6) app.clock.pass(1_000);
    await app.world.db.write((tx) =>
      createLikesStore(tx).put({
        likerId: boris.profileId,
        likedId: member.profileId,
        likeType: 'LIKE',
        isBlocked: false,
        nowMs: app.clock.now(),
      }),
    );
  }
  const page = (before?: number) => boris.call(likes.getLikesByLiker, { params, query: { before, blocked: false } });
  const listed: string[] = [];
  for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1)?.tsCreated))
    listed.push(...rows.map(({ likedProfileId }) => likedProfileId));
  expect(listed.toSorted()).toEqual(liked.map(({ profileId }) => profileId).toSorted());
});

test('likes are listed in pages of twenty, newest first', async () => {
  const boris = await app.member();
  const likers: Member[] = [];
  for (let count = 0; count < 25; count += 1) likers.push(await app.member());
  for (const liker of likers) {
    app.clock.pass(1_000);
    await like(liker, boris, { likeType: 'LIKE' });
    await like(boris, liker, { likeType: 'LIKE' });
  }
  const params = { id: boris.profileId };
  const lists = [
    async (before?: number) =>
      (await boris.call(likes.getLikesByLiked, { params, query: { before } })).map(({ likerProfileId, tsCreated }) => ({
        other: likerProfileId,
        tsCreated,
      })),
    async (before?: number) =>
      (await boris.call(likes.getLikesByLiker, { params, query: { before, blocked: false } })).map(
        ({ likedProfileId, tsCreated }) => ({ other: likedProfileId, tsCreated }),
      ),
  ];
  for (const list of lists) {
    const first = await list();
    const rest = await list(first.at(-1)?.tsCreated);
    expect([first.length, rest.length]).toEqual([20, 5]);
    expect([...first, ...rest].map(({ other }) => other)).toEqual(likers.map(({ profileId }) => profileId).toReversed());
  }
});

test('both members are notified of a mutual like', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await like(anton, boris, { likeType: 'LIKE' });
  await like(boris, anton, { likeType: 'LIKE' });
  expect(await notificationsOf(anton)).toMatchObject([{ bodyText: 'You and Boris like each other.' }]);
  expect((await notificationsOf(boris)).map((news) => news.bodyText)).toContain('You and Anton like each other.');
});

test('dislikes are not disclosed, and a withdrawn like removes its notification', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await like(anton, boris, { likeType: 'LIKE' });
  await like(anton, boris, { likeType: 'DISLIKE' });
  expect(await likersOf(boris)).toEqual([]);
  expect(await notificationsOf(boris)).toEqual([]);
  expect((await seenBy(boris, anton, boris)).body).toMatchObject({ likeType: 'UNDETERMINED', blocked: false });
});

test('a withdrawn like removes the notifications that both like each other', async () => {
  const [anton, boris] = [await app.member(), await app.member({ name: 'Boris' })];
  await like(anton, boris, { likeType: 'LIKE' });
  await like(boris, anton, { likeType: 'LIKE' });
  await like(anton, boris, { likeType: 'UNDETERMINED' });
  expect([await notificationsOf(anton), await notificationsOf(boris)]).toEqual([[], []]);
  await like(anton, boris, { likeType: 'LIKE' });
  expect(await notificationsOf(anton)).toMatchObject([{ bodyText: 'You and Boris like each other.' }]);
});

test('a block hides both members from each other and is listed only for the blocker', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await like(anton, boris, { likeType: 'LIKE' });
  await like(boris, anton, { likeType: 'LIKE' });
  await like(anton, boris, { blocked: true });
  for (const member of [anton, boris]) {
    expect(await likedBy(member)).toEqual([]);
    expect(await likersOf(member)).toEqual([]);
    expect(await notificationsOf(member)).toEqual([]);
  }
  expect(await likedBy(anton, true)).toMatchObject([
    { profile: { profileId: boris.profileId }, blocked: true, likeType: 'LIKE' },
  ]);
  expect(await likedBy(boris, true)).toEqual([]);
});

test('blocked members are listed in the order of the blocks, newest first, also those who are liked', async () => {
  const [anton, boris, carl, dieter] = [await app.member(), await app.member(), await app.member(), await app.member()];
  const listed = async () => (await likedBy(anton, true)).map(({ likedProfileId }) => likedProfileId);
  await like(anton, carl, { likeType: 'LIKE' });
  for (const member of [boris, carl, dieter]) {
    app.clock.pass(1_000);
    await like(anton, member, { blocked: true });
  }
  expect((await likedBy(anton, true))[0]?.tsCreated).toBe(app.clock.now());
  const inOrder = [dieter, carl, boris].map(({ profileId }) => profileId);
  expect(await listed()).toEqual(inOrder);
  app.clock.pass(1_000);
  await like(anton, boris, { blocked: true, likeType: 'DISLIKE' });
  expect(await listed()).toEqual(inOrder);
  for (const blocked of [false, true]) await like(anton, boris, { blocked });
  expect(await listed()).toEqual([boris, dieter, carl].map(({ profileId }) => profileId));
});

test('a block that an earlier version stored is listed by the time of the last change', async () => {
  const [anton, boris, carl] = [await app.member(), await app.member(), await app.member()];
  await like(anton, boris, { blocked: true });
  app.clock.pass(1_000);
  await like(anton, carl, { blocked: true });
  await app.world.db.write((tx) =>
    tx.updateTable('likes').set({ blocked_ms: null }).where('liker_id', '=', anton.profileId).execute(),
  );
  expect((await likedBy(anton, true)).map(({ likedProfileId }) => likedProfileId)).toEqual([carl.profileId, boris.profileId]);
});

test('a like keeps its time when its member blocks and unblocks, so that the liked member does not learn of it', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await like(anton, boris, { likeType: 'LIKE' });
  const seen = async () => [(await seenBy(boris, anton, boris)).body, await likersOf(boris)];
  const before = await seen();
  for (const blocked of [true, false]) {
    app.clock.pass(60_000);
    await like(anton, boris, { blocked });
  }
  expect(await seen()).toEqual(before);
  for (const likeType of ['UNDETERMINED', 'LIKE'] as const) await like(anton, boris, { likeType });
  expect((await likersOf(boris))[0]?.tsCreated).toBe(app.clock.now());
});

test('the liked member learns that a like begins and ends, but not of a repeated like or a dislike', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const told: unknown[] = [];
  const stop = app.world.bus.on('deliver', ({ profileId, event }) => {
    if (event.type === 'like') told.push([profileId === boris.profileId ? 'Boris' : 'Anton', event.likeType, event.isMutual]);
  });
  await like(anton, boris, { likeType: 'DISLIKE' });
  expect(told.splice(0)).toEqual([]);
  await like(anton, boris, { likeType: 'LIKE' });
  await like(anton, boris, { likeType: 'LIKE' });
  expect(told.splice(0)).toEqual([['Boris', 'LIKE', false]]);
  await like(boris, anton, { likeType: 'LIKE' });
  expect(told.splice(0)).toEqual([['Anton', 'LIKE', true]]);
  await like(boris, anton, { likeType: 'DISLIKE' });
  await like(boris, anton, { likeType: 'UNDETERMINED' });
  expect(told.splice(0)).toEqual([['Anton', 'UNDETERMINED', false]]);
  stop();
});

test('the liked member does not learn that a suspended member takes back a like', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await like(anton, boris, { likeType: 'LIKE' });
  const socket = await openSocket(boris);
  app.world.bus.publish({ type: 'suspensionChanged', profileId: anton.profileId, untilMs: app.clock.now() + 1_000 });
  await socket.settled();
  const before = socket.received.length;
  await like(anton, boris, { likeType: 'UNDETERMINED' });
  await socket.settled();
  expect(socket.received.slice(before)).toEqual([{ type: 'pong' }]);
  app.clock.pass(1_000);
  await like(anton, boris, { likeType: 'LIKE' });
  await socket.until('like');
  socket.close();
});

test('a block is published once, and keeps the like unless it is changed too', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const published: unknown[] = [];
  const stop = app.world.bus.on('blockChanged', ({ blockerId, isBlocked }) =>
    published.push([blockerId === anton.profileId, isBlocked]),
  );
  await like(anton, boris, { likeType: 'LIKE' });
  expect((await like(anton, boris, { blocked: true })).body).toMatchObject({ likeType: 'LIKE', blocked: true });
  expect((await like(anton, boris, { blocked: true, likeType: 'DISLIKE' })).body).toMatchObject({ likeType: 'DISLIKE' });
  expect((await like(anton, boris, { likeType: 'LIKE' })).body).toMatchObject({ likeType: 'LIKE', blocked: true });
  expect(published).toEqual([[true, true]]);
  expect((await like(anton, boris, { blocked: false })).body).toMatchObject({ likeType: 'LIKE', blocked: false });
  expect(published).toEqual([
    [true, true],
    [true, false],
  ]);
  stop();
});

test('only the two members see a like, and the liked one only while the liker has a name', async () => {
  const [anton, boris, carl] = [await app.member(), await app.member(), await app.member()];
  await like(anton, boris, { likeType: 'LIKE' });
  expect((await seenBy(carl, anton, boris)).status).toBe(403);
  expect((await seenBy(boris, anton, boris)).body).toMatchObject({ likeType: 'LIKE', blocked: false });
  await app.world.db.write((tx) =>
    tx.updateTable('profiles').set({ profilename: '' }).where('id', '=', anton.profileId).execute(),
  );
  app.world.bus.publish({ type: 'profileChanged', profileId: anton.profileId });
  expect((await seenBy(boris, anton, boris)).body).toMatchObject({ likeType: 'UNDETERMINED', tsCreated: 0 });
  expect((await seenBy(anton, anton, boris)).body).toMatchObject({ likeType: 'LIKE' });
});

test('a like by a blocked member is answered as for an unknown member', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await like(anton, boris, { blocked: true });
  const blocked = await like(boris, anton, { likeType: 'LIKE' });
  const unknown = await like(boris, { profileId: '00000000-0000-4000-8000-000000000000' }, { likeType: 'LIKE' });
  expect(blocked.status).toBe(404);
  expect(blocked.bytes).toEqual(unknown.bytes);
  expect((await seenBy(boris, boris, anton)).body).toMatchObject({ likeType: 'UNDETERMINED', blocked: false });
  expect((await like(anton, boris, { blocked: false })).body).toMatchObject({ blocked: false });
  expect((await like(boris, anton, { likeType: 'LIKE' })).status).toBe(200);
});

test('a like for another member, of oneself, or of an invalid type is refused', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const asBoris = await anton.ask(likes.putProfileLike, {
    body: { likerProfileId: boris.profileId, likedProfileId: anton.profileId, likeType: 'LIKE' },
  });
  expect([asBoris.status, asBoris.body]).toMatchObject([403, { code: 'not-your-profile' }]);
  expect((await like(anton, anton, { likeType: 'LIKE' })).status).toBe(400);
  const error = await anton.send(
    'PUT',
    '/api/profile-like',
    JSON.stringify({ likerProfileId: anton.profileId, likedProfileId: boris.profileId, likeType: 'ERROR' }),
    {
      'content-type': 'application/json',
    },
  );
  expect(error.status).toBe(400);
  expect(
    (await app.visitor().ask(likes.getLikesByLiked, { params: { id: boris.profileId }, query: { before: undefined } })).status,
  ).toBe(401);
});
