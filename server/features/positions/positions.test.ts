// Published positions and blocks after a restart, and the precision of device positions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { like } from '#server/testing/members/actions.ts';
import { change } from '#server/testing/members/settings.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let dataDir: string;
let app: TestApp;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'positions-'));
  app = await openTestApp({ dataDir });
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const here = { lat: 33.4501, lon: -112.0702 };
const report = (
  member: Member,
  { use = 'OVERRIDE' as 'OVERRIDE' | 'DEVICE_GPS', hide = false, gpsTimestamp = app.clock.now() } = {},
) =>
  member.call(positions.putPosition, {
    params: { profileId: member.profileId },
    body: {
      profileId: member.profileId,
      use,
      hide,
      tsEffectiveUntil: app.clock.now() + hourMs,
      ...(use === 'OVERRIDE'
        ? { overrideLat: here.lat, overrideLon: here.lon }
        : { gpsLat: here.lat, gpsLon: here.lon, gpsTimestamp }),
    },
  });
const near = (viewer: Browser): Promise<ProfileBrief[]> =>
  viewer.call(nearby.getNearest, {
    query: { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: false } as never,
  });
const pointsSeenBy = async (viewer: Browser) =>
  new Map((await near(viewer)).map(({ profileName, lat, lon }) => [profileName, { lat, lon }]));

/** A new process on the same database; the member's browser stays logged in. */
async function restarted(member: Member): Promise<Browser> {
  await app.close();
  app = await openTestApp({ dataDir });
  const browser = app.visitor();
  browser.cookies.set('sid', member.cookies.get('sid') ?? '');
  return browser;
}

test('after a restart members are shown at their published points, except hidden and blocked ones', async () => {
  const viewer = await app.member({ name: 'Viewer' });
  const [shown, hidden] = [await app.member({ name: 'Shown' }), await app.member({ name: 'Hidden' })];
  const [blocked, blocker] = [await app.member({ name: 'Blocked' }), await app.member({ name: 'Blocker' })];
  for (const member of [viewer, shown, blocked, blocker]) await report(member);
  await report(hidden, { hide: true });
  await like(viewer, blocked, { blocked: true });
  await like(blocker, viewer, { blocked: true });
  const before = (await pointsSeenBy(viewer)).get('Shown');
  const after = await pointsSeenBy(await restarted(viewer));
  expect([...after.keys()]).toEqual(['Shown']);
  expect(after.get('Shown')).toEqual(before);
});

test('a device position is never published exactly, a position set by hand only if the member chose that', async () => {
  const [viewer, byHand, byDevice] = [
    await app.member({ name: 'Viewer' }),
    await app.member({ name: 'By hand' }),
    await app.member({ name: 'By device' }),
  ];
  for (const member of [byHand, byDevice]) await change(member, { positionPrecision: 'exact' });
  await report(viewer);
  await report(byHand);
  for (const gpsTimestamp of [1, 2, 3]) await report(byDevice, { use: 'DEVICE_GPS', gpsTimestamp });
  const points = await pointsSeenBy(viewer);
  expect(points.get('By hand')).toEqual(here);
  expect(points.get('By device')).toBeDefined();
  expect(points.get('By device')).not.toEqual(here);
});
