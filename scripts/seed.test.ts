// Tests that seeded demo members are visible, write to each other, and are never duplicated.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '#shared/contract/games.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import { createApp } from '#server/app.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { logIn } from '#server/testing/members/sign-in.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { seed } from './seed.ts';
import { drawingOf } from './seed/members.ts';

const firstPage = { page: 0, size: 30, includeTestData: false, withPicture: false, onlineNow: false };

let seeded: Awaited<ReturnType<typeof openTestWorld>>;
let app: Awaited<ReturnType<typeof createApp>>;
let robin: Browser;
let robinsId = '';

beforeAll(async () => {
  seeded = await openTestWorld();
  const { added, loginLink } = await seed(seeded.world, 5, 2);
  expect(added).toBe(5);
  app = await createApp(seeded.world);
  robin = browserOf((await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost'));
  const token = new URL(loginLink).hash.replace('#token=', '');
  const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
  expect((await logIn(robin, { username, password })).status).toBe(200);
  robinsId = (await robin.call(settings.getSettings)).defaultProfileId;
});

afterAll(async () => {
  await app.close();
  await seeded.close();
});

test('the printed link logs in as Robin, who finds the other members nearby', async () => {
  const found = await robin.call(nearby.getNearest, { query: firstPage });
  expect(found.map((brief) => brief.profileName).sort()).toEqual(['Andre', 'Mateo', 'Sam', 'Theo']);
});

test('their profiles are complete, with pictures in every size', async () => {
  const own = await robin.call(profiles.getProfile, { params: { id: robinsId }, query: { admin: false } });
  expect(own).toMatchObject({ profilename: 'Robin', height: '5\'11"', weight: '170 lb' });
  expect(own.profilePicIds).toHaveLength(3);
  for (const id of own.profilePicIds) {
    const { status } = await robin.ask(pictures.getPicture, { params: { id }, query: { scale_x: 256 } });
    expect(status).toBe(200);
  }
});

test('Robin has likes and conversations, some of them unread', async () => {
  const likers = await robin.call(likes.getLikesByLiked, { params: { id: robinsId }, query: {} });
  expect(likers.length).toBeGreaterThan(2);
  const conversations = await robin.call(messages.getMostRecentWith, { params: { id: robinsId }, query: {} });
  expect(conversations).toHaveLength(4);
  expect(conversations.some(({ unread }) => unread > 0)).toBe(true);
  expect(conversations.some(({ unread }) => unread === 0)).toBe(true);
  const times = conversations.map(({ tsCreated }) => tsCreated);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect((await robin.call(notifications.getNotifications, { params: { profileId: robinsId } })).length).toBeGreaterThan(0);
});

test('some members have sent broadcasts at different times', async () => {
  const { sector } = await robin.call(messages.getOwnSector);
  const query = { includeTestData: false };
  const broadcasts = await robin.call(messages.getBySector, { params: { sector: sector ?? '' }, query });
  expect(broadcasts.map(({ profile }) => profile.profileName).toSorted()).toEqual(['Robin', 'Sam']);
  const times = broadcasts.map(({ tsCreated }) => tsCreated);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test('games have texts, pictures and a leaderboard of consenting members', async () => {
  expect((await robin.call(games.postGptRound)).round).not.toBeNull();
  expect((await robin.call(games.getRatingPictures)).length).toBeGreaterThan(0);
  const query = { board: undefined, afterPoints: undefined, afterProfileId: undefined };
  expect((await robin.call(games.getLeaderboard, { query })).length).toBeGreaterThan(0);
  expect((await robin.call(games.getGames)).scores).toEqual([]);
});

test('the first pictures are all different while there are enough drawings', () => {
  const [members, drawings] = [60, 60];
  const first = Array.from({ length: members }, (_, at) => drawingOf(at + 1, 0) % drawings);
  expect(new Set(first).size).toBe(members);
});

test('seeding again with a higher number adds only the missing members', async () => {
  const count = async () => ({
    conversations: (await robin.call(messages.getMostRecentWith, { params: { id: robinsId }, query: {} })).length,
    first: (await robin.call(messages.getBetween, { params: { a: robinsId, b: await mateosId() }, query: {} })).length,
  });
  const before = await count();
  expect((await seed(seeded.world, 5, 2)).added).toBe(0);
  expect(await count()).toEqual(before);
  expect((await seed(seeded.world, 6, 2)).added).toBe(1);
  expect(await count()).toEqual({ conversations: before.conversations + 1, first: before.first });
});

async function mateosId(): Promise<string> {
  const likers = await robin.call(likes.getLikesByLiked, { params: { id: robinsId }, query: {} });
  return likers.find(({ profile }) => profile.profileName === 'Mateo')?.likerProfileId ?? '';
}

test('a production server and an invalid count are refused', async () => {
  expect(await seedFromTerminal('5', { NODE_ENV: 'production' })).toBe(
    'NODE_ENV is production: demo members are not for real communities.',
  );
  expect(await seedFromTerminal('many')).toBe('The number of demo members must be from 1 to 5000: npm run seed -- 200');
});

const seedFromTerminal = (count: string, env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'seed.ts'), count], {
    env: { ...process.env, DATA_DIR: seeded.dataDir, ...env },
  }).then(
    () => 'seeded',
    (error: { stderr: string }) => error.stderr.trim(),
  );
