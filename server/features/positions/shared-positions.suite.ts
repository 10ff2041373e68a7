// Two processes on one database, to which a device reports in turn, show what one process would show. For both databases.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ProfilePosition } from '#shared/contract/positions.ts';
import type { PositionPrecision } from '#shared/contract/settings.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { createRateLimiter } from '#server/http/rate-limits.ts';
import { DatabaseFailure } from '#server/db/errors.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import { serverLimits } from '#server/limits.ts';
import { StartCount } from '#server/http/start-progress.ts';
import { localCounts } from '#server/limiters/local-counts.ts';
import { publishedPoint } from '#server/nearby/grid.ts';
import { keyedHash } from '#server/nearby/keyed-hash.ts';
import { maxDelayMs } from '#server/nearby/published.ts';
import { createVisitSlots } from '#server/nearby/visit-slots.ts';
import { memoryPositionStates, type PositionStates } from '#server/outside/position-states.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { memberOf } from '#server/testing/app/members.ts';
import { testClock, type TestWorldOptions } from '#server/testing/app/test-world.ts';
import type { World } from '#server/world.ts';
import { openPositions, type PositionsService } from './positions.service.ts';

interface OpenWorlds {
  /** One world for each process. On SQLite, which allows only one process, both are the same. */
  readonly worlds: readonly [World, World];
  close(): Promise<void>;
}

const here = { lat: 52.5001, lon: 13.4001 };
/** In the next cell to the north. */
const nextCell = { lat: here.lat + 0.009, lon: here.lon };
const { farJumps } = serverLimits.rates;

export function processesShareThePositions(open: (options: TestWorldOptions) => Promise<OpenWorlds>): void {
  let clock: ReturnType<typeof testClock>;
  let states: PositionStates & { isLost: boolean };
  let worlds: OpenWorlds['worlds'];
  let first: PositionsService;
  let second: PositionsService;
  let profileId: string;
  let events: string[];
  let preferences: { positionPrecision: PositionPrecision; hide: boolean };

  /** The positions of a process that has just started. They advance only when a test says so. */
  async function start(world: World, progress = new StartCount()): Promise<PositionsService> {
    const positions = await openPositions(world, {
      rates: createRateLimiter(localCounts(clock)),
      preferencesOf: async () => preferences,
      visitSlots: createVisitSlots('secret'),
      progress,
    });
    await positions.close();
    return positions;
  }

  beforeEach(async () => {
    clock = testClock();
    const memory = memoryPositionStates(clock);
    states = { ...memory, isLost: false, read: async (id) => (states.isLost ? null : memory.read(id)) };
    preferences = { positionPrecision: 'area', hide: false };
    events = [];
    const opened = await open({ rates: { farJumps }, parts: { clock, positionStates: states } });
    ({ worlds } = opened);
    onTestFinished(opened.close);
    [first, second] = [await start(worlds[0]), await start(worlds[1])];
    for (const world of new Set(worlds)) {
      world.bus.on('positionChanged', () => void events.push('changed'));
      await world.changes.start();
    }
    ({ profileId } = await memberOf(worlds[0], browserOf('http://localhost:1'), {}));
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

  test('a process reads the state of a position once, and again after a report to the other process', async () => {
    await stayAt(here, 3);
    await first.searchCentreOf(profileId);
    const reads = vi.spyOn(states, 'read');
    for (let question = 0; question < 5; question += 1) expect(await first.searchCentreOf(profileId)).toEqual(here);
    expect(reads).not.toHaveBeenCalled();
    await second.report(profileId, reportOf(nextCell));
    expect(await first.searchCentreOf(profileId)).toEqual(nextCell);
  });

  test('reports that reach both processes at the same time are all counted', async () => {
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

  test('a move to the next cell is shown by both processes after its delay, and applied once', async () => {
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

  test('both processes hide a member immediately, and show no position that has ended', async () => {
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

  test('without the stored states the published position remains, and the exact one is unknown, as after a restart', async () => {
    await stayAt(here, 3);
    const [point] = shown();
    states.isLost = true;
    expect(await second.searchCentreOf(profileId)).toEqual(point);
    await stayAt(here, 4);
    expect(shown()).toEqual([point, point]);
    states.isLost = false;
    expect(await second.searchCentreOf(profileId)).toEqual(here);
  });

  test('even without the stored states, far points placed by hand are limited, and fixes of a traveller are not', async () => {
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

  /** Places the member by hand. */
  const place = (point: { readonly lat: number; readonly lon: number }, hide = false) =>
    second.report(profileId, {
      ...reportOf(point, hide),
      use: 'OVERRIDE',
      overrideLat: point.lat,
      overrideLon: point.lon,
    } as ProfilePosition);
  const change = async (changed: Partial<typeof preferences>) => {
    preferences = { ...preferences, ...changed };
    const { hide } = changed;
    await worlds[0].bus.apply({ type: 'preferencesStored', profileId, ...(hide === undefined ? {} : { hide }) });
  };
  const stored = async () => ({
    cells: await worlds[0].db.read.selectFrom('positions').select(['is_hidden', 'use_kind']).execute(),
    states: await worlds[0].db.read.selectFrom('position_states').select('has_point').execute(),
  });

  test('a process that starts later shows what the others show, even an exact point', async () => {
    await stayAt(here, 3);
    const [cellPoint] = shown();
    expect((await start(worlds[1])).publishedOf(profileId)).toEqual(cellPoint);
    await change({ positionPrecision: 'exact' });
    await place(here);
    expect(shown()).toEqual([here, here]);
    expect((await start(worlds[1])).publishedOf(profileId)).toEqual(here);
  });

  test('an exact point is no longer shown once the phone reports, the precision changes, or the position ends', async () => {
    await change({ positionPrecision: 'exact' });
    for (const end of [
      () => stayAt(here, 1),
      () => change({ positionPrecision: 'area' }),
      async () => {
        clock.pass(hourMs);
        await first.advance();
        await second.advance();
      },
    ]) {
      await change({ positionPrecision: 'exact' });
      await place(here);
      expect(shown()).toEqual([here, here]);
      await end();
      expect(shown()).not.toContainEqual(here);
    }
    expect(shown()).toEqual([null, null]);
  });

  test('a member who hides keeps the cell that others do not see, and both processes can show them again', async () => {
    await stayAt(here, 3);
    const [point] = shown();
    await change({ hide: true });
    expect([shown(), second.publishableOf(profileId)]).toEqual([[null, null], point]);
    expect((await stored()).cells).toEqual([{ is_hidden: 1, use_kind: 'DEVICE_GPS' }]);
    await change({ hide: false });
    expect(shown()).toEqual([point, point]);
  });

  test('a member who has hidden is not shown by an earlier choice that is applied late', async () => {
    await place(here);
    await change({ hide: true });
    await worlds[0].bus.apply({ type: 'preferencesStored', profileId, hide: false });
    expect(shown()).toEqual([null, null]);
  });

  test('a member who hides while their first report is being stored stays hidden', async () => {
    const { store } = states;
    states.store = async (...state) => {
      states.store = store;
      await change({ hide: true });
      await store(...state);
    };
    await place(here);
    expect(shown()).toEqual([null, null]);
    expect((await stored()).cells).toEqual([{ is_hidden: 1, use_kind: 'OVERRIDE' }]);
  });

  test('preferences of a member without a position store nothing', async () => {
    await change({ hide: true });
    expect(await stored()).toEqual({ cells: [], states: [] });
  });

  test('the stored state says whether others see an exact point, and is removed when the position ends', async () => {
    await stayAt(here, 3);
    expect((await stored()).states).toEqual([{ has_point: 0 }]);
    await change({ positionPrecision: 'exact' });
    await place(here);
    expect((await stored()).states).toEqual([{ has_point: 1 }]);
    clock.pass(hourMs);
    await second.advance();
    expect(await stored()).toEqual({ cells: [], states: [] });
  });

  test('a position that expires while the database cannot be read is no longer shown once it can', async () => {
    await stayAt(here, 3);
    const [{ db }] = worlds;
    // Without a state, as for a position from before processes shared the database.
    await db.write((tx) => tx.deleteFrom('position_states').execute());
    clock.pass(hourMs);
    const { selectFrom } = db.read;
    const failing = vi.spyOn(db.read, 'selectFrom').mockImplementation((table) => {
      if (table === ('positions' as never)) throw new DatabaseFailure('database-unavailable', 'It is away.');
      return selectFrom.call(db.read, table);
    });
    await expect(first.advance()).rejects.toThrow('It is away.');
    failing.mockRestore();
    await first.advance();
    expect(first.isPublished(profileId)).toBe(false);
  });

  test('a process does not return an expired position, even before it has advanced', async () => {
    await stayAt(here, 3);
    clock.pass(hourMs - 1);
    expect(first.publishableOf(profileId)).not.toBeNull();
    clock.pass(1);
    expect([first.publishableOf(profileId), await first.searchCentreOf(profileId)]).toEqual([null, null]);
  });

  test('only the newest state of a member is kept, even after simultaneous reports', async () => {
    const kept = new Set<string>();
    const { store, remove } = states;
    states.store = async (id, ...state) => {
      kept.add(id);
      await store(id, ...state);
    };
    states.remove = async (id) => {
      kept.delete(id);
      await remove(id);
    };
    await Promise.all([first, second].map((positions) => positions.report(profileId, reportOf(here))));
    await stayAt(here, 3);
    expect(kept.size).toBe(1);
  });

  test('both processes forget a deleted member', async () => {
    await change({ positionPrecision: 'exact' });
    await place(here);
    for (const world of new Set(worlds)) await world.bus.apply({ type: 'profileDeleted', profileId });
    expect(shown()).toEqual([null, null]);
    expect(first.publishableOf(profileId)).toBeNull();
  });

  test('a report without coordinates can hide the member where they are, but not show them', async () => {
    const nowhere = (hide: boolean) =>
      first.report(profileId, { profileId, use: 'DEVICE_GPS', hide, tsEffectiveUntil: clock.now() + hourMs } as ProfilePosition);
    await nowhere(true);
    expect(await stored()).toEqual({ cells: [], states: [] });
    await stayAt(here, 3);
    const [point] = shown();
    await nowhere(true);
    expect([shown(), second.publishableOf(profileId)]).toEqual([[null, null], point]);
    await expect(nowhere(false)).rejects.toMatchObject({
      code: 'bad-request',
      message: 'A position with use DEVICE_GPS needs its latitude and longitude.',
    });
  });

  test('a fix is never shown exactly, also after a report without coordinates has hidden the member', async () => {
    await change({ positionPrecision: 'exact' });
    await stayAt(here, 3);
    const [point] = shown();
    const nowhere = { profileId, use: 'OVERRIDE', hide: true, tsEffectiveUntil: clock.now() + hourMs };
    await second.report(profileId, nowhere as ProfilePosition);
    expect(shown()).toEqual([null, null]);
    await change({ hide: false });
    expect(shown()).toEqual([point, point]);
  });

  test('a member is hidden also if they have jumped too often to be shown elsewhere', async () => {
    for (let n = 0; n <= farJumps.max; n += 1) await place({ ...here, lat: here.lat + (n % 2) });
    const far = { ...here, lat: here.lat - 1 };
    await expect(place(far)).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(shown()).not.toContain(null);
    await place(far, true);
    expect(shown()).toEqual([null, null]);
  });

  test('a member who ends each position early begins a limited number of times a day, wherever that is', async () => {
    const begin = (n: number) => place({ ...here, lat: here.lat + n });
    const end = (n: number) =>
      second.report(profileId, { ...reportOf({ ...here, lat: here.lat + n }), tsEffectiveUntil: clock.now() });
    for (let n = 0; n < farJumps.max; n += 1) {
      await begin(n);
      await end(n);
      expect(shown()).toEqual([null, null]);
    }
    await expect(begin(farJumps.max)).rejects.toMatchObject({ code: 'too-many-requests' });
    await place(here, true);
    expect(shown()).toEqual([null, null]);
    clock.pass(dayMs / farJumps.max);
    await begin(0);
    expect(shown()).not.toContain(null);
  });

  test('a member who has hidden only their position stays hidden when they change its precision', async () => {
    await place(here, true);
    await change({ positionPrecision: 'wide' });
    expect(shown()).toEqual([null, null]);
    await change({ hide: false });
    expect(shown()).not.toContain(null);
  });

  test('the secret of the published points has the same name in all versions, so that no update moves a point', async () => {
    await stayAt(here, 3);
    const { read } = worlds[0].db;
    const secret = await createSecretsStore(read).find('published-points');
    const [cell] = await read.selectFrom('positions').select(['cell_i as i', 'cell_j as j', 'cell_side as side']).execute();
    const point = publishedPoint(keyedHash(secret ?? ''), profileId, cell ?? { i: 0, j: 0, side: 0 });
    expect(shown()).toEqual([point, point]);
  });

  test('an end with a fraction of a millisecond is stored', async () => {
    const position = { ...reportOf(here), use: 'OVERRIDE', overrideLat: here.lat, overrideLon: here.lon };
    await first.report(profileId, { ...position, tsEffectiveUntil: clock.now() + 1_000.5 } as ProfilePosition);
    expect(shown()).not.toContain(null);
  });

  test('the progress of startup counts each position twice, for the map and for the lists', async () => {
    await stayAt(here, 3);
    const progress = new StartCount();
    await start(worlds[0], progress);
    expect(progress).toMatchObject({ done: 1, of: 2 });
  });
}
