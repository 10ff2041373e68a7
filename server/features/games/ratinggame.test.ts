// The Rating Game as players and owners of pictures meet it over HTTP.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { games, type PictureToRate } from '#shared/contract/games.ts';
import type { RatingOpinion } from '#shared/rules/games.ts';
import { agree, like, ratePicture, showPictures, uploadPicture } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let crowd: Member[];
beforeAll(async () => {
  app = await openTestApp();
  crowd = await Promise.all(Array.from({ length: 6 }, () => app.member()));
});
afterAll(() => app.close());

const owners: Member[] = [];
afterEach(async () => {
  for (const owner of owners.splice(0)) await agree(owner, { rating: false });
});

/** A member who shows one picture and lets it be rated. */
async function owner(): Promise<{ owner: Member; pictureId: string }> {
  const member = await app.member();
  const pictureId = await uploadPicture(member);
  await showPictures(member, { profilePicIds: [pictureId] });
  await agree(member, { rating: true });
  owners.push(member);
  return { owner: member, pictureId };
}
const drawHand = (player: Member): Promise<PictureToRate[]> => player.call(games.getRatingPictures);
const guess = (player: Member, profilePicId: string, said: RatingOpinion) =>
  player.ask(games.postRatingGuess, { body: { profilePicId, guess: said } });
async function rateAll(to: Member, pictureId: string, likes: number, dislikes: number): Promise<void> {
  const types = [...Array<'LIKE'>(likes).fill('LIKE'), ...Array<'DISLIKE'>(dislikes).fill('DISLIKE')];
  for (const [index, type] of types.entries()) await ratePicture(crowd[index]!, to, pictureId, type);
}

test('right guesses score, for a picture that most players like and for one that most do not', async () => {
  const player = await app.member();
  const [liked, differing] = [await owner(), await owner()];
  await rateAll(liked.owner, liked.pictureId, 5, 1);
  await rateAll(differing.owner, differing.pictureId, 0, 5);
  const hand = await drawHand(player);
  expect(hand.map(({ profilePicId }) => profilePicId).toSorted()).toEqual([liked.pictureId, differing.pictureId].toSorted());
  expect(hand.map(({ hasCrowd }) => hasCrowd)).toEqual([true, true]);
  for (const each of [liked, differing]) await ratePicture(player, each.owner, each.pictureId);
  const score = (points: number) => ({ game: 'ratinggame', points, streak: points, best: points });
  expect((await guess(player, liked.pictureId, 'most')).body).toEqual({ isRight: true, crowd: 'most', score: score(1) });
  expect((await guess(player, differing.pictureId, 'differ')).body).toEqual({ isRight: true, crowd: 'differ', score: score(2) });
});

test('a picture that nobody likes has the same answer as one that half of the players like', async () => {
  const [low, half] = [await owner(), await owner()];
  await rateAll(low.owner, low.pictureId, 0, 6);
  await rateAll(half.owner, half.pictureId, 3, 3);
  const results = [];
  for (const { owner: to, pictureId } of [low, half]) {
    const player = await app.member();
    await ratePicture(player, to, pictureId, 'DISLIKE');
    results.push((await guess(player, pictureId, 'most')).body);
  }
  expect(results[0]).toEqual(results[1]);
  expect(results[0]).toMatchObject({ isRight: false, crowd: 'differ', score: { points: 0 } });
});

test('a picture cannot be guessed before five others and the player have rated it', async () => {
  const player = await app.member();
  const theirs = await owner();
  await rateAll(theirs.owner, theirs.pictureId, 4, 0);
  await ratePicture(player, theirs.owner, theirs.pictureId);
  expect((await guess(player, theirs.pictureId, 'most')).status).toBe(404);
  const late = await app.member();
  expect(await drawHand(late)).toMatchObject([{ profilePicId: theirs.pictureId, hasCrowd: true }]);
  expect((await guess(late, theirs.pictureId, 'most')).status).toBe(404);
});

test('a guess cannot be changed', async () => {
  const player = await app.member();
  const theirs = await owner();
  await rateAll(theirs.owner, theirs.pictureId, 5, 0);
  await ratePicture(player, theirs.owner, theirs.pictureId);
  const first = (await guess(player, theirs.pictureId, 'differ')).body;
  expect((await guess(player, theirs.pictureId, 'most')).body).toEqual(first);
});

test('a rated picture is not shown again, a skipped one is shown again', async () => {
  const player = await app.member();
  const theirs = await owner();
  for (let draws = 0; draws < 2; draws++) expect(await drawHand(player)).toHaveLength(1);
  await ratePicture(player, theirs.owner, theirs.pictureId, 'DISLIKE');
  expect(await drawHand(player)).toEqual([]);
});

test('only public pictures of members who agreed are shown, and never the player’s own', async () => {
  const theirs = await owner();
  const hidden = await uploadPicture(theirs.owner);
  await showPictures(theirs.owner, { profilePicIds: [theirs.pictureId], profilePicIdsPrivate: [hidden] });
  const other = await app.member();
  await showPictures(other, { profilePicIds: [await uploadPicture(other)] });
  expect(await drawHand(await app.member())).toMatchObject([{ profilePicId: theirs.pictureId }]);
  expect(await drawHand(theirs.owner)).toEqual([]);
});

test.each<[string, number, (theirs: Member, player: Member) => Promise<unknown>]>([
  ['does not agree any more', 0, (theirs) => agree(theirs, { rating: false })],
  ['takes the picture down', 0, (theirs) => showPictures(theirs, {})],
  ['blocks the player', 1, (theirs, player) => like(theirs, player, { blocked: true })],
  ['is blocked by the player', 1, (theirs, player) => like(player, theirs, { blocked: true })],
  ['hides', 0, (theirs) => change(theirs, { hide: true })],
])('if the owner %s, the player can no longer guess, and %i other players get the picture', async (_, stillDrawn, happens) => {
  const player = await app.member();
  const theirs = await owner();
  await rateAll(theirs.owner, theirs.pictureId, 5, 0);
  expect(await drawHand(player)).toHaveLength(1);
  await ratePicture(player, theirs.owner, theirs.pictureId);
  await happens(theirs.owner, player);
  expect((await guess(player, theirs.pictureId, 'most')).status).toBe(404);
  expect(await drawHand(await app.member({ name: 'Somebody else' }))).toHaveLength(stillDrawn);
});

test('a player gets at most ten pictures at a time, and in three draws the pictures of all twelve members who agreed', async () => {
  const player = await app.member();
  const ids = [];
  for (let count = 0; count < 12; count++) ids.push((await owner()).pictureId);
  const seen = new Set<string>();
  for (let hands = 0; hands < 3; hands++) {
    const hand = await drawHand(player);
    expect(hand.length).toBeLessThanOrEqual(10);
    for (const { profilePicId, profilePicProfileId } of hand) {
      seen.add(profilePicId);
      await ratePicture(
        player,
        owners.find(({ profileId }) => profileId === profilePicProfileId)!,
        profilePicId,
      );
    }
  }
  expect([...seen].toSorted()).toEqual(ids.toSorted());
});
