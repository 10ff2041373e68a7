// Searches for members nearby over HTTP, without disclosure of exact positions.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { likes } from '#shared/contract/likes.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { settings } from '#shared/contract/settings.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { reportPosition } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const place = (member: Member, lat: number, lon: number, more: { hide?: boolean; use?: 'OVERRIDE' | 'DEVICE_GPS' } = {}) => {
  const use = more.use ?? 'OVERRIDE';
  const point =
    use === 'OVERRIDE' ? { overrideLat: lat, overrideLon: lon } : { gpsLat: lat, gpsLon: lon, gpsTimestamp: app.clock.now() };
  return member.ask(positions.putPosition, {
    params: { profileId: member.profileId },
    body: {
      profileId: member.profileId,
      use,
      hide: more.hide ?? false,
      tsEffectiveUntil: app.clock.now() + 30 * hourMs,
      ...point,
    },
  });
};
const paging = { page: 0, size: 100, includeTestData: false } as const;
const none = { includeTestData: false, withPicture: false, onlineNow: false } as const;
const near = async (viewer: Member, more: object = {}): Promise<ProfileBrief[]> =>
  viewer.call(nearby.getNearest, { query: { ...paging, withPicture: false, onlineNow: false, ...more } as never });
const idsOf = (briefs: readonly ProfileBrief[]) => briefs.map((brief) => brief.profileId);

test('members are listed nearest first, by their published points', async () => {
  const [viewer, far, close] = [await app.member(), await app.member(), await app.member({ name: 'Close' })];
  await place(viewer, 10.5, 20.5);
  await place(far, 10.9, 20.9);
  await place(close, 10.53, 20.53);
  const briefs = await near(viewer);
  expect(idsOf(briefs)).toEqual([close.profileId, far.profileId]);
  expect(briefs[0]).toMatchObject({ profileName: 'Close', session: null, profileAge: expect.any(Number), profilePicIds: [] });
});

test('a repeated query returns current results', async () => {
  const [here, there, neighbour] = [await app.member(), await app.member(), await app.member()];
  await place(here, 12.5, 42.5);
  await place(there, 15.5, 47.5);
  const asked = '/api/profile-briefs/nearest?page=0&size=7';
  const idsFor = async (viewer: Member) => idsOf(JSON.parse(String((await viewer.send('GET', asked)).bytes)));
  await place(neighbour, 12.5, 42.5);
  expect(await idsFor(here)).toEqual([neighbour.profileId]);
  expect(await idsFor(there)).toEqual([]);
  await place(neighbour, 15.5, 47.5);
  expect(await idsFor(here)).toEqual([]);
  expect(await idsFor(there)).toEqual([neighbour.profileId]);
  for (const wrong of ['?page=-1', '?page=-1', '?size=0', '?size=0'])
    expect(await here.send('GET', `/api/profile-briefs/nearest${wrong}`)).toMatchObject({ status: 400 });
});

test('a search without any position is refused, and a member without a name or birthdate is not listed', async () => {
  const viewer = await app.member();
  expect(
    (await viewer.ask(nearby.getNearest, { query: { ...paging, withPicture: false, onlineNow: false } as never })).body,
  ).toMatchObject({ code: 'no-position' });
  await place(viewer, 31.5, 60.5);
  await place(await app.member({ name: '' }), 31.5, 60.5);
  await place(await app.member({ birthdate: null }), 31.5, 60.5);
  expect(await near(viewer)).toEqual([]);
  expect(await near(viewer, { lat: 10.5, lon: 20.5 })).not.toEqual([]);
});

test('a published point discloses at most a square kilometre and is stable for a place', async () => {
  const [viewer, hidden] = [await app.member(), await app.member()];
  await place(viewer, 33.4, -112.1);
  const seen = async () => (await near(viewer)).find((brief) => brief.profileId === hidden.profileId);
  await place(hidden, 33.4567891, -112.1234567);
  const first = await seen();
  expect(first).toBeDefined();
  expect(distanceMetres({ lat: 33.4567891, lon: -112.1234567 }, { lat: first?.lat ?? 0, lon: first?.lon ?? 0 })).toBeLessThan(
    1_000,
  );
  for (let day = 0; day < 5; day++) {
    app.clock.pass(20 * hourMs);
    await place(viewer, 33.4, -112.1);
    await place(hidden, 33.4568 + day * 0.00001, -112.12345);
    expect(await seen()).toMatchObject({ lat: first?.lat, lon: first?.lon });
  }
});

test('hiding takes effect immediately in all lists, like a deletion', async () => {
  const [viewer, other] = [await app.member(), await app.member()];
  const sector = { params: { sector: '50:8' }, query: paging };
  const bounds = { query: { ...paging, latMin: 50, lonMin: 8, latMax: 51, lonMax: 9 } };
  await place(viewer, 50.5, 8.5);
  const counted = async () =>
    (await viewer.call(nearby.getAggregates, { query: { includeTestData: false } })).find(
      (one) => one.centerLat === 50.5 && one.centerLon === 8.5,
    )?.count;
  expect(await counted()).toBe(1);
  await place(other, 50.51, 8.51);
  expect(await counted()).toBe(2);
  expect(idsOf(await viewer.call(nearby.getBySector, sector))).toEqual([other.profileId]);
  expect(idsOf(await viewer.call(nearby.getByBounds, bounds))).toEqual([other.profileId]);
  await place(other, 50.51, 8.51, { hide: true });
  expect([
    await near(viewer),
    await viewer.call(nearby.getBySector, sector),
    await viewer.call(nearby.getByBounds, bounds),
  ]).toEqual([[], [], []]);
  expect(await counted()).toBe(1);
  expect(idsOf(await near(other))).toEqual([viewer.profileId]);
});

test('a position expires after at most 26 hours', async () => {
  const [viewer, other] = [await app.member(), await app.member()];
  await place(other, -33.86, 151.2);
  app.clock.pass(20 * hourMs);
  await place(viewer, -33.86, 151.2);
  expect(idsOf(await near(viewer))).toEqual([other.profileId]);
  app.clock.pass(7 * hourMs);
  await expect.poll(() => near(viewer)).toEqual([]);
});

test.each([
  ['of ten degrees', { latMin: -70, latMax: -60, lonMin: 100, lonMax: 110 }, 200],
  ['of ten degrees across the antimeridian', { latMin: -70, latMax: -60, lonMin: 175, lonMax: -175 }, 200],
  ['of one point', { latMin: -70, latMax: -70, lonMin: 100, lonMax: 100 }, 200],
  ['that is too high', { latMin: -70.01, latMax: -60, lonMin: 100, lonMax: 110 }, 400],
  ['that is too wide', { latMin: -70, latMax: -60, lonMin: 100, lonMax: 110.01 }, 400],
  ['that is too wide across the antimeridian', { latMin: -70, latMax: -60, lonMin: 175, lonMax: -174.99 }, 400],
  ['upside down', { latMin: -60, latMax: -60.01, lonMin: 100, lonMax: 110 }, 400],
])('a box of at most ten degrees is accepted, others are refused: a box %s', async (_, box, status) => {
  const viewer = await app.member();
  expect((await viewer.ask(nearby.getByBounds, { query: { ...paging, ...box } })).status).toBe(status);
});

test('a coarser grid applies to the known position immediately', async () => {
  const [viewer, other] = [await app.member(), await app.member()];
  await place(viewer, 44.5, 9.5);
  await place(other, 44.51, 9.51);
  const seen = async () => (await near(viewer)).find((brief) => brief.profileId === other.profileId);
  const before = await seen();
  await other.call(settings.putSettings, { body: { positionPrecision: 'wide' } });
  await expect.poll(seen).not.toEqual(before);
});

test('a block hides both members from each other’s lists', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  await place(anton, 60.5, 10.5);
  await place(boris, 60.5, 10.5);
  expect(idsOf(await near(anton))).toEqual([boris.profileId]);
  await anton.call(likes.putProfileLike, {
    body: { likerProfileId: anton.profileId, likedProfileId: boris.profileId, blocked: true },
  });
  for (const member of [anton, boris]) {
    expect(await near(member)).toEqual([]);
    expect(await member.call(nearby.getBySector, { params: { sector: '60:10' }, query: paging })).toEqual([]);
  }
});

test('excluding rated members excludes liked and disliked ones, and pages remain full', async () => {
  const viewer = await app.member();
  await place(viewer, 70.5, 30.5);
  const others = [];
  for (let step = 1; step <= 6; step++) {
    const other = await app.member();
    await place(other, 70.5 + step * 0.05, 30.5);
    others.push(other.profileId);
  }
  const [liked = '', skipped = '', disliked = '', , , last = ''] = others;
  const rate = (likedProfileId: string, likeType: 'LIKE' | 'DISLIKE' | 'UNDETERMINED') =>
    viewer.call(likes.putProfileLike, { body: { likerProfileId: viewer.profileId, likedProfileId, likeType } });
  await rate(liked, 'LIKE');
  await rate(skipped, 'UNDETERMINED');
  await rate(disliked, 'DISLIKE');
  const rest = others.filter((id) => id !== liked && id !== disliked);
  expect(idsOf(await near(viewer, { unrated: true }))).toEqual(rest);
  expect(idsOf(await near(viewer, { unrated: true, page: 1, size: 3 }))).toEqual([last]);
  expect(idsOf(await near(viewer))).toEqual(others);
  await rate(liked, 'UNDETERMINED');
  expect(idsOf(await near(viewer, { unrated: true }))).toEqual(others.filter((id) => id !== disliked));
});

test('only the owner can report a position, which needs its coordinates', async () => {
  const [anton, boris] = [await app.member(), await app.member()];
  const body = {
    profileId: anton.profileId,
    use: 'OVERRIDE' as const,
    hide: false,
    tsEffectiveUntil: 1,
    overrideLat: 1,
    overrideLon: 1,
  };
  expect((await boris.ask(positions.putPosition, { params: { profileId: anton.profileId }, body })).status).toBe(403);
  expect(
    (await anton.ask(positions.putPosition, { params: { profileId: anton.profileId }, body: { ...body, use: 'DEVICE_GPS' } }))
      .status,
  ).toBe(400);
  expect(
    (await anton.ask(positions.putPosition, { params: { profileId: anton.profileId }, body: { ...body, overrideLat: 91 } }))
      .status,
  ).toBe(400);
  expect((await anton.ask(positions.putPosition, { params: { profileId: anton.profileId }, body })).status).toBe(204);
});

test('distances across the antimeridian are correct', async () => {
  const [viewer, east, west] = [await app.member(), await app.member(), await app.member()];
  await place(viewer, -16.2, 179.98);
  await place(east, -16.2, -179.95);
  await place(west, -16.2, 179.8);
  expect(idsOf(await near(viewer))).toEqual([east.profileId, west.profileId]);
  expect(idsOf(await near(east))).toEqual([viewer.profileId, west.profileId]);
});

test.each([90, -90])('at latitude %i members are found and shown in the grid’s last row', async (pole) => {
  const [viewer, other] = [await app.member(), await app.member()];
  await place(viewer, pole, 30);
  await place(other, pole - Math.sign(pole) * 0.01, 30.2);
  const [found] = await near(viewer);
  expect(found?.profileId).toBe(other.profileId);
  expect(Math.abs(found?.lat ?? 0)).toBeLessThan(85.01);
  expect(idsOf(await near(await app.member(), { lat: pole, lon: 30 }))).toContain(other.profileId);
});

test.each(['91:0', '0:180', 'nowhere', '33.5:2'])('%s is not a valid sector', async (sector) => {
  const viewer = await app.member();
  const answer = await viewer.send('GET', `/api/profile-briefs/by-sector/${sector}`);
  expect([answer.status, JSON.parse(String(answer.bytes)).code]).toEqual([400, 'bad-request']);
});

test('bounds larger than 10 by 10 degrees are refused, bounds across the antimeridian are searched', async () => {
  const [viewer, west, east] = [await app.member(), await app.member(), await app.member()];
  await place(west, -17.5, 179.5);
  await place(east, -17.5, -179.5);
  const box = { ...paging, latMin: -18, latMax: -17, lonMin: 179, lonMax: -179 };
  expect(idsOf(await viewer.call(nearby.getByBounds, { query: box })).toSorted()).toEqual(
    [west.profileId, east.profileId].toSorted(),
  );
  expect((await viewer.ask(nearby.getByBounds, { query: { ...box, lonMax: -160 } })).body).toMatchObject({ code: 'bad-bounds' });
});

test('a member who reports positions all over the map is refused lists after as many sectors as in searches', async () => {
  const strict = await openTestApp({ rates: { sectorsAsked: { max: 20, perMs: dayMs } } });
  onTestFinished(() => strict.close());
  const member = await strict.member();
  const listsAt = async (lat: number, lon: number) => {
    await reportPosition(member, strict.clock.now(), { lat, lon, hide: true });
    const query = { ...none, page: 0, size: 30 };
    const answers = [await member.ask(nearby.getNearest, { query }), await member.ask(nearby.getNearestCount, { query: none })];
    return answers.map(({ status }) => status);
  };
  expect(await listsAt(10.5, 20.5)).toEqual([200, 200]);
  expect(await listsAt(10.5, 30.5)).toEqual([200, 200]);
  expect(await listsAt(10.5, 40.5)).toEqual([429, 429]);
  expect(await listsAt(10.5, 20.5)).toEqual([200, 200]);
});

test('changes that are being indexed when the server closes are completed before the database closes', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) }));
  const closing = await openTestApp({ parts: { log } });
  const member = await closing.member();
  for (let change = 0; change < 20; change += 1)
    closing.world.bus.publish({ type: 'profileChanged', profileId: member.profileId, wasShown: false });
  await closing.close();
  expect(logged.join('')).toBe('');
});
