// Tests that members without a public name or a birthdate cannot make the calls that need both, and are not shown to others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#shared/contract/index.ts';
import { games } from '#shared/contract/games.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { agree, like, ratePicture, reportPosition, write } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { fakeBaseMap } from './outside/base-map.ts';
import { send } from './testing/contract/contract-cases.ts';
import { nameOf, type Row, rowNameOf, unknownId } from './testing/contract/contract-row.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import { everyRow, everyTable } from './testing/app/whole-database.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';
import type { Member } from './testing/app/members.ts';

let app: TestApp;
let incomplete: readonly (readonly [string, Member])[];
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: { baseMap: fakeBaseMap() } });
  incomplete = [
    ['without a name', await app.member({ name: '' })],
    ['without a birthdate', await app.member({ birthdate: null })],
    ['without both', await app.member({ name: '', birthdate: null })],
  ];
  // The first sweeps store rows, too.
  await app.sweptOnce();
});
afterAll(() => app.close());

const needs = ({ call, ask }: Row) => {
  const { params, query, body } = ask(unknownId, { profileId: unknownId });
  return call.needsProfile?.({ params, query, body }) === true;
};
/** The rows of all tables except sessions, in which each use is stored. */
const rowsOfAll = async () => {
  const tables = (await everyTable(app.world.db)).map(({ name }) => name).filter((name) => name !== 'sessions');
  return Promise.all(tables.map(async (name) => [name, await everyRow(app.world.db, name)]));
};
const codeOf = (body: unknown) => Reflect.get(Object(body), 'code');

test('the calls that reach others need a name and a birthdate', () => {
  expect(allEndpoints.filter(({ needsProfile }) => needsProfile !== undefined).map(nameOf)).toEqual([
    'POST /api/chat-pic',
    'PUT /api/profile-pic-grants',
    'PUT /api/profile-like',
    'PUT /api/profile-pic-like',
    'POST /api/message',
    'PUT /api/message-reaction/{id}',
    'POST /api/games/health',
    'POST /api/games/welcome/hellos',
    'PUT /api/games/welcome/vouch',
    'POST /api/games/gptbuster/round/{id}/vote',
    'POST /api/games/ratinggame/guess',
    'POST /api/games/photocrop/proposals',
  ]);
});

describe('a member without a name or a birthdate', () => {
  const asked = contractTable.filter(needs).map((row) => [rowNameOf(row), row] as const);

  test.each(asked)('is refused %s with the same code whatever the id, and nothing is stored', async (_name, row) => {
    const other = await app.member();
    for (const [who, member] of incomplete) {
      const before = await rowsOfAll();
      for (const id of [other.profileId, unknownId, member.profileId]) {
        const { status, body } = await send(row.call, row.ask(id, member), member);
        // The acting profile and the form are checked first.
        if (status === 403 || status === 400) expect(codeOf(body)).toMatch(/^(?:not-your-profile|bad-request)$/);
        else expect([who, status, codeOf(body)]).toEqual([who, 409, 'needs-profile']);
      }
      expect(await rowsOfAll()).toEqual(before);
    }
  });

  test('may take likes back, block and report a position, but not dislike', async () => {
    const other = await app.member();
    for (const [, member] of incomplete) {
      const pair = { likerProfileId: member.profileId, likedProfileId: other.profileId };
      for (const change of [{ likeType: 'UNDETERMINED' } as const, { blocked: true }, { blocked: false }])
        expect((await member.ask(likes.putProfileLike, { body: { ...pair, ...change } })).status).toBe(200);
      await reportPosition(member, app.clock.now());
      expect((await member.ask(likes.putProfileLike, { body: { ...pair, likeType: 'DISLIKE' } })).status).toBe(409);
    }
  });

  test('can like once the profile is complete, and cannot write after removing the birthdate', async () => {
    const [member, other] = [await app.member({ name: '', birthdate: null }), await app.member()];
    const pair = { likerProfileId: member.profileId, likedProfileId: other.profileId, likeType: 'LIKE' as const };
    const tryLike = async () => (await member.ask(likes.putProfileLike, { body: pair })).status;
    const save = (fields: object) => member.call(profiles.putProfile, { body: { id: member.profileId, ...fields } });
    expect(await tryLike()).toBe(409);
    await save({ profilename: 'Nora' });
    expect(await tryLike()).toBe(409);
    await save({ birthdate: '1990-01-01' });
    expect(await tryLike()).toBe(200);
    expect((await other.call(notifications.getNotifications, { params: { profileId: other.profileId } }))[0]?.bodyText).toBe(
      'Nora likes you.',
    );
    await save({ birthdate: null });
    expect((await member.ask(messages.postMessage, { body: { ...bodyOf(member, other) } })).status).toBe(409);
  });

  test('is in no list, sector or count, in no game with pictures, and on no leaderboard', async () => {
    const viewer = await app.member();
    await reportPosition(viewer, app.clock.now());
    for (const [, member] of incomplete) {
      await reportPosition(member, app.clock.now());
      await agree(member, { words: true, rating: true, crop: true, leaderboard: true });
      const id = crypto.randomUUID();
      await app.world.db.write(async (tx) => {
        const picture = { id, profile_id: member.profileId, width: 10, height: 10, bytes: 1, placeholder: '', created_ms: 0 };
        await tx.insertInto('pictures').values(picture).execute();
        const fields = {
          pic_ids: JSON.stringify([id]),
          description: 'A narrative that is long enough to be guessed at. '.repeat(5),
        };
        await tx.updateTable('profiles').set(fields).where('id', '=', member.profileId).execute();
        await tx
          .insertInto('game_scores')
          .values({ profile_id: member.profileId, game: 'all', points: 9, streak: 1, best: 1, changed_ms: 0 })
          .execute();
      });
    }
    const paging = { page: 0, size: 100, includeTestData: false };
    expect(await viewer.call(nearby.getNearest, { query: { ...paging, withPicture: false, onlineNow: false } })).toEqual([]);
    expect(await viewer.call(nearby.getBySector, { params: { sector: '33:-113' }, query: paging })).toEqual([]);
    expect((await viewer.call(nearby.getAggregates, { query: { includeTestData: false } }))[0]?.count).toBe(1);
    expect(await viewer.call(games.getRatingPictures)).toEqual([]);
    expect(await viewer.call(games.getCropPictures)).toEqual([]);
    expect(await viewer.call(games.getLeaderboard, { query: {} })).toEqual([]);
  });

  test('is not shown to others while typing', async () => {
    const [member, other] = [await app.member(), await app.member()];
    await write(member, other, 'hello');
    await write(other, member, 'hello yourself');
    await member.call(profiles.putProfile, { body: { id: member.profileId, birthdate: null } });
    const [mine, theirs] = [await openSocket(member), await openSocket(other)];
    mine.say({ type: 'typing', recipientProfileId: other.profileId });
    await mine.settled();
    await theirs.settled();
    expect(theirs.received.filter(({ type }) => type === 'typing')).toEqual([]);
  });
});

test('earlier likes of a member without a name are shown once they have one', async () => {
  const [liker, liked] = [await app.member(), await app.member()];
  const id = crypto.randomUUID();
  await app.world.db.write(async (tx) => {
    const picture = { id, profile_id: liked.profileId, width: 1, height: 1, bytes: 1, placeholder: '', created_ms: 0 };
    await tx.insertInto('pictures').values(picture).execute();
    await tx
      .updateTable('profiles')
      .set({ pic_ids: JSON.stringify([id]) })
      .where('id', '=', liked.profileId)
      .execute();
  });
  await like(liker, liked);
  await ratePicture(liker, liked, id);
  const rename = (profilename: string) =>
    app.world.db.write((tx) => tx.updateTable('profiles').set({ profilename }).where('id', '=', liker.profileId).execute());
  const own = { params: { id: liked.profileId }, query: {} };
  const pair = { likerProfileId: liker.profileId, likedProfileId: liked.profileId };
  const shown = async () => [
    (await liked.call(likes.getLikesByLiked, own)).length,
    (await liked.call(likes.getPicLikesByLiked, own)).length,
    (await liked.call(likes.getProfileLike, { query: pair })).likeType,
  ];
  expect(await shown()).toEqual([1, 1, 'LIKE']);
  await rename('');
  expect(await shown()).toEqual([0, 0, 'UNDETERMINED']);
  await rename('Nora');
  expect(await shown()).toEqual([1, 1, 'LIKE']);
});

const bodyOf = (from: Member, to: Member) => ({
  senderProfileId: from.profileId,
  recipientProfileId: to.profileId,
  bodyText: 'hello',
  profilePicIds: [],
});
