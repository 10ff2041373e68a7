// Photo Cropping as proposers and owners meet it over HTTP.
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { games, type CropArea } from '#shared/contract/games.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { memoryPictureFiles } from '#server/outside/picture-files.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import { agree, block, like, showPictures, uploadPicture } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const owners: Member[] = [];
afterEach(async () => {
  for (const owner of owners.splice(0)) await agree(owner, { crop: false });
});

/** A member who shows one picture of 3000 by 2000 and lets others crop it. */
async function owner(): Promise<{ owner: Member; pictureId: string }> {
  const member = await app.member();
  const pictureId = await uploadPicture(member);
  await showPictures(member, { profilePicIds: [pictureId] });
  await agree(member, { crop: true });
  owners.push(member);
  return { owner: member, pictureId };
}
const middle: CropArea = { left: 700, top: 0, width: 1_600, height: 2_000 };
const propose = (player: Member, profilePicId: string, cut: CropArea = middle) =>
  player.ask(games.postCropProposal, { body: { profilePicId, ...cut } });
const proposals = (to: Member) => to.call(games.getCropProposals);
const decide = (by: Member, id: string, isAccepted: boolean) =>
  by.ask(games.putCropProposal, { params: { id }, body: { isAccepted } });
const pointsOf = async (member: Member) => (await member.call(games.getGames)).scores.map(({ game, points }) => [game, points]);
const picturesOf = async ({ call, profileId }: Member) =>
  (await call(profiles.getProfile, { params: { id: profileId }, query: { admin: false } })).profilePicIds;

test('an accepted crop replaces the picture and scores for its proposer', async () => {
  const player = await app.member();
  const theirs = await owner();
  const other = await uploadPicture(theirs.owner);
  await showPictures(theirs.owner, { profilePicIds: [theirs.pictureId, other] });
  expect(await player.call(games.getCropPictures)).toContainEqual({
    profilePicId: theirs.pictureId,
    width: 3_000,
    height: 2_000,
  });
  expect((await propose(player, theirs.pictureId)).status).toBe(200);
  expect((await theirs.owner.call(games.getGames)).cropsWaiting).toBe(1);
  const [proposal] = await proposals(theirs.owner);
  expect(proposal).toMatchObject({ picture: { profilePicId: theirs.pictureId, width: 3_000, height: 2_000 }, cut: middle });
  expect(JSON.stringify(proposal)).not.toContain(player.profileId);

  expect((await decide(theirs.owner, proposal!.id, true)).status).toBe(200);
  const shown = await picturesOf(theirs.owner);
  expect(shown[1]).toBe(other);
  expect(shown).not.toContain(theirs.pictureId);
  expect((await player.send('GET', `/api/profile-pic/${shown[0]}`)).status).toBe(200);
  expect((await player.send('GET', `/api/profile-pic/${theirs.pictureId}`)).status).toBe(404);
  expect(await proposals(theirs.owner)).toEqual([]);
  expect(await pointsOf(player)).toEqual([['photocrop', 5]]);
  expect((await player.call(settings.getSettings)).volunteerCredits).toBe(5);
  expect((await decide(theirs.owner, proposal!.id, true)).status).toBe(404);
  expect(await pointsOf(player)).toEqual([['photocrop', 5]]);
});

test('the stored picture is exactly the part that was proposed', async () => {
  const scaling = pictureScaling();
  const real = await openTestApp({ parts: { pictureScaling: scaling } });
  const [player, theirs] = [await real.member(), await real.member()];
  const halves = await sharp({ create: { width: 1_000, height: 500, channels: 3, background: '#ff0000' } })
    .composite([{ input: { create: { width: 500, height: 500, channels: 3, background: '#0000ff' } }, left: 500, top: 0 }])
    .png()
    .toBuffer();
  const picfile = { bytes: halves, name: 'a.png', type: 'image/png' };
  const { body } = await theirs.form('/api/profile-pic', { authorProfileId: theirs.profileId, picfilename: 'a.png', picfile });
  const pictureId = String(Reflect.get(Object(body), 'id'));
  await showPictures(theirs, { profilePicIds: [pictureId] });
  await agree(theirs, { crop: true });
  await propose(player, pictureId, { left: 600, top: 0, width: 400, height: 500 });
  await decide(theirs, (await proposals(theirs))[0]!.id, true);
  const [kept] = await picturesOf(theirs);
  const { bytes } = await player.send('GET', `/api/profile/pic/${kept}?orig=1`);
  const { dominant } = await sharp(bytes).stats();
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 500 });
  expect(dominant.b).toBeGreaterThan(200);
  expect(dominant.r).toBeLessThan(50);
  await real.close();
  scaling.close();
});

test('a declined crop disappears for the owner and scores nothing, and its proposer does not learn of it', async () => {
  const player = await app.member();
  const theirs = await owner();
  const before = (await propose(player, theirs.pictureId)).status;
  const [proposal] = await proposals(theirs.owner);
  expect((await decide(theirs.owner, proposal!.id, false)).status).toBe(200);
  expect(await proposals(theirs.owner)).toEqual([]);
  expect(await picturesOf(theirs.owner)).toEqual([theirs.pictureId]);
  expect(await pointsOf(player)).toEqual([]);
  expect((await propose(player, theirs.pictureId)).status).toBe(before);
  expect(await proposals(theirs.owner)).toEqual([]);
});

test('a player’s later crop of the same picture replaces the first one', async () => {
  const player = await app.member();
  const theirs = await owner();
  await propose(player, theirs.pictureId);
  await propose(player, theirs.pictureId, { ...middle, left: 0 });
  expect((await proposals(theirs.owner)).map(({ cut }) => cut.left)).toEqual([0]);
  expect(await player.call(games.getCropPictures)).toEqual([]);
});

test('a crop that was replaced after its owner saw it cannot be accepted', async () => {
  const player = await app.member();
  const theirs = await owner();
  await propose(player, theirs.pictureId);
  const [seen] = await proposals(theirs.owner);
  await propose(player, theirs.pictureId, { ...middle, left: 0 });
  expect((await decide(theirs.owner, seen!.id, true)).status).toBe(404);
  expect(await picturesOf(theirs.owner)).toEqual([theirs.pictureId]);
  const [replaced] = await proposals(theirs.owner);
  expect((await decide(theirs.owner, replaced!.id, true)).status).toBe(200);
});

test('at most three crops of a picture wait, and then the picture is no longer shown', async () => {
  const theirs = await owner();
  for (let count = 0; count < 4; count++) expect((await propose(await app.member(), theirs.pictureId)).status).toBe(200);
  expect(await proposals(theirs.owner)).toHaveLength(3);
  expect(await (await app.member()).call(games.getCropPictures)).toEqual([]);
});

test.each<[string, CropArea]>([
  ['reaches beyond the picture', { left: 1_401, top: 0, width: 1_600, height: 2_000 }],
  ['is not 4:5', { left: 0, top: 0, width: 2_000, height: 2_000 }],
  ['reaches below the picture', { left: 1_400, top: 1, width: 1_600, height: 2_000 }],
  ['is too small', { left: 0, top: 0, width: 199, height: 249 }],
])('a crop that %s is refused', async (_, cut) => {
  const theirs = await owner();
  expect((await propose(await app.member(), theirs.pictureId, cut)).status).toBe(400);
});

test('a crop may reach the edges of the picture, and be 200 pixels wide', async () => {
  const theirs = await owner();
  const edges = [
    { left: 1_400, top: 0, width: 1_600, height: 2_000 },
    { left: 2_800, top: 1_750, width: 200, height: 250 },
  ];
  for (const cut of edges) expect((await propose(await app.member(), theirs.pictureId, cut)).status).toBe(200);
  expect((await proposals(theirs.owner)).map(({ cut }) => cut)).toEqual(edges);
});

test('no crop can be proposed without consent, of an own picture, or of a picture that is already cropped', async () => {
  const player = await app.member();
  const other = await app.member();
  const pictureId = await uploadPicture(other);
  await showPictures(other, { profilePicIds: [pictureId] });
  expect((await propose(player, pictureId)).status).toBe(404);
  const theirs = await owner();
  expect((await propose(theirs.owner, theirs.pictureId)).status).toBe(404);
  await propose(player, theirs.pictureId);
  await decide(theirs.owner, (await proposals(theirs.owner))[0]!.id, true);
  const [cut] = await picturesOf(theirs.owner);
  expect((await propose(player, cut ?? '')).status).toBe(404);
  expect(await player.call(games.getCropPictures)).toEqual([]);
});

test.each<[string, (theirs: Member, player: Member) => Promise<unknown>]>([
  ['does not agree any more', (theirs) => agree(theirs, { crop: false })],
  ['takes the picture down', (theirs) => showPictures(theirs, {})],
  ['is blocked by the player', (theirs, player) => like(player, theirs, { blocked: true })],
])('if the owner %s, the proposal disappears', async (_, happens) => {
  const player = await app.member();
  const theirs = await owner();
  await propose(player, theirs.pictureId);
  const [proposal] = await proposals(theirs.owner);
  await happens(theirs.owner, player);
  expect(await proposals(theirs.owner)).toEqual([]);
  expect((await decide(theirs.owner, proposal!.id, true)).status).toBe(404);
  expect((await propose(player, theirs.pictureId)).status).toBe(404);
});

test('an owner who blocks one member after the other does not find out who proposed a crop, or when', async () => {
  const player = await app.member();
  const theirs = await owner();
  app.clock.pass(5 * hourMs + 1);
  await propose(player, theirs.pictureId);
  const before = await proposals(theirs.owner);
  expect(before.map(({ tsCreated }) => tsCreated % dayMs)).toEqual([0]);
  for (const blocked of [true, false]) {
    await block(theirs.owner, player, blocked);
    expect(await proposals(theirs.owner)).toEqual(before);
    expect((await theirs.owner.call(games.getGames)).cropsWaiting).toBe(1);
  }
  await block(theirs.owner, player);
  expect((await propose(player, theirs.pictureId)).status).toBe(404);
  expect((await decide(theirs.owner, before[0]!.id, false)).status).toBe(200);
});

test('the pictures of a hidden member are not shown, and only the owner decides', async () => {
  const player = await app.member();
  const theirs = await owner();
  await propose(await app.member(), theirs.pictureId);
  const [proposal] = await proposals(theirs.owner);
  expect((await decide(player, proposal!.id, true)).status).toBe(404);
  await change(theirs.owner, { hide: true });
  expect(await player.call(games.getCropPictures)).toEqual([]);
});

test('if a crop cannot be stored, because the picture file is lost or the disk is full, nothing changes and it can be accepted later', async () => {
  const files = memoryPictureFiles();
  let freeBytes = Number.POSITIVE_INFINITY;
  let isLost = true;
  const get: typeof files.get = async (...of) => (isLost && of[1] === 'original' ? null : files.get(...of));
  const own = await openTestApp({ parts: { pictureFiles: { ...files, get, freeBytes: async () => freeBytes } } });
  const [player, theirs] = [await own.member(), await own.member()];
  const pictureId = await uploadPicture(theirs);
  await showPictures(theirs, { profilePicIds: [pictureId] });
  await agree(theirs, { crop: true });
  await propose(player, pictureId);
  const [proposal] = await proposals(theirs);
  const accept = () => decide(theirs, proposal!.id, true);
  expect((await accept()).body).toMatchObject({ code: 'not-found' });
  freeBytes = 0;
  expect((await accept()).body).toMatchObject({ code: 'disk-full' });
  expect([await picturesOf(theirs), await pointsOf(player), (await proposals(theirs)).length]).toEqual([[pictureId], [], 1]);
  [isLost, freeBytes] = [false, Number.POSITIVE_INFINITY];
  expect((await accept()).status).toBe(200);
  expect(await picturesOf(theirs)).not.toContain(pictureId);
  await own.close();
});
