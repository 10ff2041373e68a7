// Likes of pictures over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { unknownId } from '#server/testing/contract/contract-row.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { uploadPicture } from '#server/testing/members/actions.ts';
import { createPicLikesStore } from './pic-likes.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const show = (owner: Member, profilePicIds: string[]) =>
  owner.call(profiles.putProfile, {
    body: {
      id: owner.profileId,
      profilename: owner.name,
      profilePicIds,
      profilePicIdsPrivate: [],
      height: '',
      weight: '',
      description: '',
      characteristics: [],
    },
  });
const like = (from: Member, owner: Member, id: string, likeType: 'LIKE' | 'DISLIKE' = 'LIKE') =>
  from.ask(likes.putProfilePicLike, {
    body: { likerProfileId: from.profileId, profilePicId: id, profilePicProfileId: owner.profileId, likeType },
  });
const page = { before: undefined };
const liked = (by: Member) => by.call(likes.getPicLikesByLiker, { params: { id: by.profileId }, query: page });
const given = (to: Member) => to.call(likes.getPicLikesByLiked, { params: { id: to.profileId }, query: page });

async function two(): Promise<[Member, Member, string]> {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const id = await uploadPicture(boris);
  await show(boris, [id]);
  return [anton, boris, id];
}

test('a liked picture is listed for liker and owner', async () => {
  const [anton, boris, id] = await two();
  expect((await like(anton, boris, id)).body).toMatchObject({ profilePicId: id, likeType: 'LIKE' });
  expect(await liked(anton)).toMatchObject([{ profilePicId: id, profile: { profileName: 'Boris', session: null } }]);
  expect(await given(boris)).toMatchObject([{ profilePicId: id, profile: { profileName: 'Anton', session: null } }]);
});

test('a like of a picture keeps its time and place in the lists when the picture is rated alike again', async () => {
  const [anton, boris, id] = await two();
  const first = app.clock.now();
  for (const _time of [1, 2]) {
    await like(anton, boris, id);
    app.clock.pass(60_000);
  }
  expect([await liked(anton), await given(boris)]).toMatchObject([[{ tsCreated: first }], [{ tsCreated: first }]]);
  for (const likeType of ['DISLIKE', 'LIKE'] as const) await like(anton, boris, id, likeType);
  expect(await given(boris)).toMatchObject([{ tsCreated: app.clock.now() }]);
});

test('a dislike of a picture is not disclosed', async () => {
  const [anton, boris, id] = await two();
  await like(anton, boris, id);
  await like(anton, boris, id, 'DISLIKE');
  expect([await liked(anton), await given(boris)]).toEqual([[], []]);
});

test('the owner receives events for a like and its end, but not for a dislike', async () => {
  const [anton, boris, id] = await two();
  const socket = await openSocket(boris);
  await socket.settled();
  const received = () => socket.received.filter(({ type }) => type === 'picLike');
  await like(anton, boris, id, 'DISLIKE');
  await like(anton, boris, id);
  await like(anton, boris, id);
  await socket.settled();
  expect(received()).toEqual([{ type: 'picLike', profilePicId: id }]);
  await like(anton, boris, id, 'DISLIKE');
  await like(anton, boris, id, 'DISLIKE');
  await socket.settled();
  expect(received()).toHaveLength(2);
  expect(JSON.stringify(socket.received)).not.toContain(anton.profileId);
  socket.close();
});

test('a picture is listed only while the profile shows it', async () => {
  const [anton, boris, id] = await two();
  await like(anton, boris, id);
  await show(boris, []);
  expect([await liked(anton), await given(boris)]).toEqual([[], []]);
  await show(boris, [id]);
  expect(await liked(anton)).toHaveLength(1);
});

test('likes between members hidden from each other are not listed', async () => {
  const [anton, boris, id] = await two();
  await like(anton, boris, id);
  await boris.call(likes.putProfileLike, {
    body: { likerProfileId: boris.profileId, likedProfileId: anton.profileId, blocked: true },
  });
  expect([await liked(anton), await given(boris)]).toEqual([[], []]);
  const [blocked, unknown] = [await like(anton, boris, id), await like(anton, boris, unknownId)];
  expect(blocked.status).toBe(404);
  expect(blocked.bytes).toEqual(unknown.bytes);
});

test('a like of one’s own picture or with a wrong owner is refused', async () => {
  const [anton, boris, id] = await two();
  expect((await like(boris, boris, id)).body).toMatchObject({ code: 'cannot-like-yourself' });
  expect((await like(anton, anton, id)).body).toMatchObject({ code: 'bad-request' });
});

test('the liked pictures of one owner can be listed', async () => {
  const [anton, boris, id] = await two();
  const [, clara, other] = await two();
  await like(anton, boris, id);
  await like(anton, clara, other);
  expect(await liked(anton)).toHaveLength(2);
  const query = { ...page, profilePicProfileId: clara.profileId };
  const ofClara = await anton.call(likes.getPicLikesByLiker, { params: { id: anton.profileId }, query });
  expect(ofClara).toMatchObject([{ profilePicId: other, profilePicProfileId: clara.profileId }]);
});

test('no picture like is left out at the end of a page if several likes have the same millisecond', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const ids: string[] = [];
  for (let count = 0; count < 24; count++) ids.push(await uploadPicture(boris));
  await show(boris, ids);
  for (const [at, pictureId] of ids.entries()) {
    if (at > 5) app.clock.pass(1_000);
    await app.world.db.write((tx) =>
      createPicLikesStore(tx).put({
        likerId: anton.profileId,
        pictureId,
        ownerId: boris.profileId,
        likeType: 'LIKE',
        nowMs: app.clock.now(),
      }),
    );
  }
  const first = await liked(anton);
  const query = { before: first.at(-1)?.tsCreated };
  const second = await anton.call(likes.getPicLikesByLiker, { params: { id: anton.profileId }, query });
  expect([...first, ...second].map(({ profilePicId }) => profilePicId).toSorted()).toEqual(ids.toSorted());
});

test('picture likes are listed in pages of twenty, newest first', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const ids: string[] = [];
  for (let count = 0; count < 25; count++) ids.push(await uploadPicture(boris));
  await show(boris, ids);
  for (const id of ids) {
    app.clock.pass(1_000);
    expect((await like(anton, boris, id)).status).toBe(200);
  }
  const first = await liked(anton);
  const query = { before: first.at(-1)?.tsCreated };
  const second = await anton.call(likes.getPicLikesByLiker, { params: { id: anton.profileId }, query });
  expect([first.length, second.length]).toEqual([20, 5]);
  expect([...first, ...second].map(({ profilePicId }) => profilePicId)).toEqual(ids.toReversed());
});
