// Positions that members report to any of three processes, with the states in a real Redis, which is sometimes lost.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { positions, type ProfilePosition } from '#shared/contract/positions.ts';
import { settledMs } from '#shared/rules/own-place.ts';
import { openRedisPositionStates, type RedisPositionStates } from '#server/redis/position-states.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { startRedis, type TestRedis } from '#server/testing/fakes/redis.ts';

let redis: TestRedis;
let states: RedisPositionStates;
let app: Awaited<ReturnType<typeof openSharedApps>>;
let viewer: Member;
let walker: Member;
beforeEach(async () => {
  redis = await startRedis();
  states = await openRedisPositionStates(redis.url, {
    secret: 'secret',
    waitMs: 60_000,
    nowMs: () => app.clock.now(),
    onFailure: () => undefined,
  });
  app = await openSharedApps({ parts: { positionStates: states } });
  [viewer, walker] = [await app.member({ name: 'Viewer' }), await app.member({ name: 'Walker' })];
  await report(viewer, home);
});
afterEach(async () => {
  await app.close();
  states.close();
  await redis.stop();
});

const home = { lat: 52.520815, lon: 13.409419 };
const work = { lat: 52.620815, lon: 13.409419 };

function put(member: Member, position: Partial<ProfilePosition>) {
  const { profileId } = member;
  const body = { profileId, hide: false, tsEffectiveUntil: app.clock.now() + 7_200_000, ...position } as ProfilePosition;
  return member.call(positions.putPosition, { params: { profileId }, body });
}

async function report(member: Member, { lat, lon }: typeof home, fixes = 3): Promise<void> {
  for (let fix = 0; fix < fixes; fix++) {
    app.clock.pass(10_000);
    await put(member, { use: 'DEVICE_GPS', gpsLat: lat, gpsLon: lon, gpsTimestamp: app.clock.now() });
  }
}

/** Where others see the walker: the same in every process. Undefined if they are not on the map. */
async function shownPlace() {
  const query = { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: false } as never;
  const seen = await Promise.all(
    app.origins.map(async (origin) => {
      const browser = browserOf(origin);
      for (const [name, value] of viewer.cookies) browser.cookies.set(name, value);
      const found = await browser.call(nearby.getNearest, { query });
      return found.find(({ profileName }) => profileName === 'Walker');
    }),
  );
  const places = seen.map((brief) => brief && { lat: brief.lat, lon: brief.lon });
  expect(places).toEqual(places.map(() => places[0]));
  return places[0];
}

test('a fix counts together with those that other processes have received', async () => {
  await report(walker, home, 2);
  expect(await shownPlace()).toBeUndefined();
  await report(walker, home, 1);
  expect(await shownPlace()).toBeDefined();
  const stored = await redis.dump();
  expect(stored).toContain('states:');
  expect(stored).not.toMatch(/52\.5|13\.4|520815|409419/);
});

async function stay(place: typeof home): Promise<void> {
  await report(walker, place);
  app.clock.pass(settledMs);
  await report(walker, place, 1);
}

/** The walker stays at home long enough for the place to be remembered, and then at work. */
async function goToWork(): Promise<{ readonly atHome: unknown; readonly atWork: unknown }> {
  await stay(home);
  const atHome = await shownPlace();
  await stay(work);
  const atWork = await shownPlace();
  expect(atWork).not.toEqual(atHome);
  return { atHome, atWork };
}

test('all processes remember where the member has stayed: a single fix there is enough to show them there', async () => {
  const { atHome } = await goToWork();
  await report(walker, home, 1);
  expect(await shownPlace()).toEqual(atHome);
});

test.each([
  ['lost what it stored', () => redis.kill().then(() => redis.start())],
  ['ended', () => redis.kill()],
])('after Redis has %s, others see the last position until several fixes agree, as after a restart', async (_, lose) => {
  const { atHome, atWork } = await goToWork();
  await lose();
  await report(walker, home, 1);
  expect(await shownPlace()).toEqual(atWork);
  await redis.kill();
  await redis.start();
  await vi.waitFor(async () => {
    await report(walker, home);
    expect(await shownPlace()).toEqual(atHome);
  });
});

test('a position expires in time while Redis is unavailable', async () => {
  await report(walker, home);
  await redis.kill();
  expect(await shownPlace()).toBeDefined();
  app.clock.pass(7_500_000);
  await put(viewer, { use: 'OVERRIDE', overrideLat: home.lat, overrideLon: home.lon });
  await vi.waitFor(async () => expect(await shownPlace()).toBeUndefined());
});
