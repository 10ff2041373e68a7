// Two processes on one database to which a member's device reports in turn: they show what one process would.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ProfilePosition } from '#shared/contract/positions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { createRateLimiter } from '#server/http/rate-limits.ts';
import { serverLimits } from '#server/limits.ts';
import { StartCount } from '#server/http/start-progress.ts';
import { localCounts } from '#server/limiters/local-counts.ts';
import { maxDelayMs } from '#server/nearby/published.ts';
import { createVisitSlots } from '#server/nearby/visit-slots.ts';
import { memoryPositionStates, type PositionStates } from '#server/outside/position-states.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { memberOf } from '#server/testing/app/members.ts';
import { migratedPostgresDatabase } from '#server/testing/app/postgres.ts';
import { openTestWorld, testClock } from '#server/testing/app/test-world.ts';
import { openPositions, type PositionsService } from './positions.service.ts';

const here = { lat: 52.5001, lon: 13.4001 };
/** In the next cell to the north. */
const nextCell = { lat: here.lat + 0.009, lon: here.lon };
const { farJumps } = serverLimits.rates;
let clock: ReturnType<typeof testClock>;
let states: PositionStates & { isLost: boolean };
let first: PositionsService;
let second: PositionsService;
let profileId: string;
let events: string[];

beforeEach(async () => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  clock = testClock();
  const memory = memoryPositionStates(clock);
  states = { ...memory, isLost: false, read: async (id) => (states.isLost ? null : memory.read(id)) };
  events = [];
  const opened = await Promise.all(
    [1, 2].map(async () => {
      const test = await openTestWorld({
        databaseUrl,
        isShared: true,
        rates: { farJumps },
        parts: { clock, positionStates: states },
      });
      const positions = await openPositions(test.world, {
        rates: createRateLimiter(localCounts(clock)),
        preferencesOf: async () => ({ positionPrecision: 'area', hide: false }),
        visitSlots: createVisitSlots('secret'),
        progress: new StartCount(),
      });
      // Tests advance by themselves.
      await positions.close();
      test.world.bus.on('positionChanged', () => void events.push('changed'));
      await test.world.changes.start();
      return { ...test, positions };
    }),
  );
  [first, second] = opened.map(({ positions }) => positions) as [PositionsService, PositionsService];
  const [{ world }] = opened as [(typeof opened)[0]];
  ({ profileId } = await memberOf(world, browserOf('http://localhost:1'), {}));
  onTestFinished(async () => {
    for (const { close } of opened) await close();
    await remove();
  });
});

function reportOf({ lat, lon }: { readonly lat: number; readonly lon: number }, hide = false): ProfilePosition {
  const times = { tsEffectiveUntil: clock.now() + hourMs, gpsTimestamp: clock.now() };
  return { profileId, use: 'DEVICE_GPS', hide, gpsLat: lat, gpsLon: lon, ...times } as ProfilePosition;
}

/** Reports fixes every ten seconds, to one process after the other. */
async function stayAt(place: { readonly lat: number; readonly lon: number }, fixes: number): Promise<void> {
  for (let n = 0; n < fixes; n += 1) {
    clock.pass(10_000);
    await (n % 2 === 0 ? first : second).report(profileId, reportOf(place));
  }
}

const shown = () => [first.publishedOf(profileId), second.publishedOf(profileId)];

test('three fixes decide a place, whichever process received them', async () => {
  await stayAt(here, 2);
  expect(shown()).toEqual([null, null]);
  await stayAt(here, 1);
  const [point] = shown();
  expect(point).toMatchObject({ lat: expect.closeTo(here.lat, 1) });
  expect(shown()).toEqual([point, point]);
  expect(await Promise.all([first, second].map((positions) => positions.searchCentreOf(profileId)))).toEqual([here, here]);
});

test('reports that reach both processes at once are all counted', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => {
      const fix = { ...reportOf(here), gpsTimestamp: clock.now() + n };
      return (n % 2 === 0 ? first : second).report(profileId, fix as ProfilePosition);
    }),
  );
  const [point] = shown();
  expect(point).not.toBeNull();
  expect(shown()).toEqual([point, point]);
});

test('a move to the next cell is shown by both after its delay, and advanced once', async () => {
  await stayAt(here, 3);
  const [before] = shown();
  clock.pass(700_000);
  await stayAt(nextCell, 20);
  clock.pass(maxDelayMs);
  events = [];
  await Promise.all([first.advance(), second.advance()]);
  const [after] = shown();
  expect(after).not.toEqual(before);
  expect(shown()).toEqual([after, after]);
  // One event in each process.
  expect(events).toEqual(['changed', 'changed']);
  await Promise.all([first.advance(), second.advance()]);
  expect(events).toHaveLength(2);
});

test('hiding is known to both at once, and a position that ends is gone for both', async () => {
  await stayAt(here, 3);
  await second.report(profileId, reportOf(here, true));
  expect(shown()).toEqual([null, null]);
  expect(first.publishableOf(profileId)).not.toBeNull();
  await stayAt(here, 1);
  expect(shown()).not.toContain(null);
  clock.pass(hourMs);
  await first.advance();
  await second.advance();
  expect(shown()).toEqual([null, null]);
  expect(first.publishableOf(profileId)).toBeNull();
});

test('without the stored states the position stays, and the exact one is forgotten, as after a restart', async () => {
  await stayAt(here, 3);
  const [point] = shown();
  states.isLost = true;
  expect(await second.searchCentreOf(profileId)).toEqual(point);
  await stayAt(here, 4);
  expect(shown()).toEqual([point, point]);
  states.isLost = false;
  expect(await second.searchCentreOf(profileId)).toEqual(here);
});

test('points placed by hand far away are limited also while the stored states are lost, and fixes of a traveller are not', async () => {
  await stayAt(here, 3);
  states.isLost = true;
  await stayAt({ ...here, lat: here.lat + 1 }, farJumps.max + 1);
  const jump = () => {
    clock.pass(60_000);
    const [point] = shown();
    const far = { overrideLat: (point?.lat ?? 0) < 53 ? 53.5 : 52.5, overrideLon: here.lon };
    return first.report(profileId, { ...reportOf(here), use: 'OVERRIDE', ...far } as ProfilePosition);
  };
  for (let n = 0; n < farJumps.max; n += 1) await jump();
  await expect(jump()).rejects.toMatchObject({ code: 'too-many-requests' });
});
