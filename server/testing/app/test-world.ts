// The World of tests: a real database in a temporary directory, a clock that tests advance, and fakes of external services.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { localChanges } from '#server/changes/changes.ts';
import { joinChanges } from '#server/changes/shared-changes.ts';
import { readConfig, type Config } from '#server/config.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { openDatabase } from '#server/db/open.ts';
import type { PoolOf } from '#server/db/postgres.ts';
import { databaseFile } from '#server/db/sqlite.ts';
import type { LimitCounts } from '#server/limiters/counts.ts';
import { localCounts } from '#server/limiters/local-counts.ts';
import { serverLimits, type ServerLimits } from '#server/limits.ts';
import { createLog } from '#server/log.ts';
import { localBus } from '#server/outside/bus.ts';
import { createNearbyIndex } from '#server/nearby/index.ts';
import { brandsOf, randomIds } from '#server/open-world.ts';
import { openBaseMap } from '#server/outside/base-map.ts';
import { openBuiltInMap } from '#server/outside/base-map-built-in.ts';
import type { BaseMap, BaseMapContext } from '#server/outside/map-tile.ts';
import { fakeMailer } from '#server/outside/mail.ts';
import { memoryPictureFiles, type PictureFiles } from '#server/outside/picture-files.ts';
import { fakePictureScaling } from '#server/outside/picture-scaling.ts';
import { fakePlaceNames } from '#server/outside/place-names.ts';
import { memoryPositionStates } from '#server/outside/position-states.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { readVersion } from '#server/outside/version.ts';
import { fakePushSender } from '#server/outside/web-push.ts';
import type { Clock, World } from '#server/world.ts';
import { migratedSqlite } from './migrated-sqlite.ts';

/** A clock that starts at the real time and advances only on request. */
export function testClock(startMs = Date.now()) {
  let nowMs = startMs;
  let monotonicMs = 0;
  return {
    now: () => nowMs,
    monotonic: () => monotonicMs,
    /** Lets time pass. */
    pass(ms: number) {
      nowMs += ms;
      monotonicMs += ms;
    },
    /** Changes the wall clock while no time passes. */
    set(ms: number) {
      nowMs = ms;
    },
  };
}

export interface TestWorldOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly rates?: Partial<ServerLimits['rates']>;
  readonly limits?: Partial<Omit<ServerLimits, 'rates'>>;
  /** Replacements of parts of the World, which may wrap the usual ones. */
  readonly parts?: Partial<World> | ((usual: World) => Partial<World>);
  /** Uses the database of this directory instead of a new one: for tests of a restart. */
  readonly dataDir?: string;
  /** postgres://… runs the same features on PostgreSQL; `keepDataIn` does it for every world of the process. */
  readonly databaseUrl?: string;
  /** Lends connections of earlier tests to that database. */
  readonly poolOf?: PoolOf | undefined;
  /** The World is that of one of several processes on the database. */
  readonly isShared?: boolean;
}

/** More than tests use; tests of a limit set its real value. */
export const generousRates = Object.fromEntries(
  Object.keys(serverLimits.rates).map((name) => [name, { max: 1_000_000, perMs: 1_000 }]),
) as unknown as ServerLimits['rates'];

/** Tests are not refused on a busy machine; tests of an overload set the real limit. */
const generousLimits = { maxRequestWaitMs: Number.POSITIVE_INFINITY };

interface TestDatabase {
  readonly databaseUrl: string;
  readonly poolOf?: PoolOf;
  remove(): Promise<void>;
}

const databases = new Map<string, TestDatabase>();
let makeDatabase: (() => Promise<TestDatabase>) | null = null;

/** All later worlds of this process use these databases instead of SQLite files. */
export function keepDataIn(make: () => Promise<TestDatabase>): void {
  makeDatabase = make;
}

let newPictureFiles: () => PictureFiles = memoryPictureFiles;

/** All later worlds of this process keep their pictures in such stores instead of the memory. */
export function keepPicturesIn(fresh: () => PictureFiles): void {
  newPictureFiles = fresh;
}

/** A store like that of the worlds: for tests that replace a part of it, or restart with it. */
export const freshPictureFiles = (): PictureFiles => newPictureFiles();

type LimitParts = Pick<World, 'clock' | 'db' | 'ids' | 'limits' | 'log'>;

let openCounts: (parts: LimitParts) => LimitCounts | Promise<LimitCounts> = ({ clock }) => localCounts(clock);

/** All later worlds of this process count their limits there instead of in their memory. */
export function keepLimitsIn(open: (parts: LimitParts) => Promise<LimitCounts>): void {
  openCounts = open;
}

/** The same directory gets the same database, even after a restart. */
async function databaseFor(dataDir: string): Promise<Omit<TestDatabase, 'remove'> | undefined> {
  const known = databases.get(dataDir) ?? (await makeDatabase?.());
  if (known !== undefined) databases.set(dataDir, known);
  return known;
}

async function removeData(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  await databases.get(dataDir)?.remove();
  databases.delete(dataDir);
}

/** Git is asked once, which takes longer than most tests. */
let version: ReturnType<typeof readVersion> | undefined;

let builtInMap: BaseMap | undefined;

/**
 * The built-in map is the same for all worlds of a process, since its thread reads the data for two seconds. It ends with the
 * process.
 */
async function baseMapFor({ baseMap }: Config, context: BaseMapContext): Promise<BaseMap> {
  if (baseMap.kind !== 'built-in') return openBaseMap(baseMap, context);
  builtInMap ??= openBuiltInMap();
  return { ...builtInMap, close: async () => undefined };
}

/** Leases are long, so that a busy machine loses none. */
const joinedForTest = (parts: Pick<Parameters<typeof joinChanges>[0], 'bus' | 'databaseUrl' | 'db'> & { log: Logger }) =>
  joinChanges({
    ...parts,
    id: randomIds.uuid(),
    times: { ...serverLimits.sharing, leaseMs: 60_000, knownWithinMs: 60_000 },
    nowMs: () => performance.now(),
    // Tests look at once for what members notice only by waiting.
    isWaitedFor: () => true,
    onError: (error) => parts.log.error({ err: error }, 'changes could not be followed'),
    onOutdated: (sentence) => parts.log.error(sentence),
  });

export async function openTestWorld(options: TestWorldOptions = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'community-')));
  const config: Config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...options.env });
  const log = createLog(config.logLevel);
  const clock = testClock();
  const { databaseUrl, poolOf } = options.databaseUrl === undefined ? ((await databaseFor(dataDir)) ?? {}) : options;
  if (databaseUrl === undefined && !existsSync(databaseFile(dataDir)))
    await writeFile(databaseFile(dataDir), await migratedSqlite());
  const bus = localBus((error) => log.error({ err: error }, 'a listener failed'));
  const database = await openDatabase({ dataDir, databaseUrl, migrations, poolOf });
  const sharing =
    options.isShared === true ? await joinedForTest({ databaseUrl: databaseUrl ?? '', db: database, bus, log }) : null;
  const db = sharing?.db ?? database;
  const mail = fakeMailer();
  const push = fakePushSender();
  const limits = { ...serverLimits, ...generousLimits, ...options.limits, rates: { ...generousRates, ...options.rates } };
  // A part of the options may replace it.
  let worldClock: Clock = clock;
  const currentClock: Clock = { now: () => worldClock.now(), monotonic: () => worldClock.monotonic() };
  const usual: World = {
    config,
    limits,
    limitCounts: await openCounts({ clock: currentClock, db, ids: randomIds, limits, log }),
    clock,
    ids: randomIds,
    log,
    db,
    bus,
    changes: sharing ?? localChanges({ db, bus }),
    brands: brandsOf(config),
    mail,
    push,
    pushKeys: newPushKeys(),
    pictureFiles: freshPictureFiles(),
    pictureScaling: fakePictureScaling(),
    baseMap: await baseMapFor(config, { cacheDir: path.join(dataDir, 'map-tiles'), log, now: clock.now }),
    placeNames: fakePlaceNames(),
    positionStates: options.isShared === true ? memoryPositionStates(currentClock) : null,
    presence: null,
    nearby: createNearbyIndex(),
    version: await (version ??= readVersion()),
  };
  const world: World = { ...usual, ...(typeof options.parts === 'function' ? options.parts(usual) : options.parts) };
  worldClock = world.clock;
  return {
    world,
    clock,
    mail,
    push,
    dataDir,
    async close() {
      await world.baseMap.close();
      await world.changes.close();
      await world.db.close();
      if (options.dataDir === undefined) await removeData(dataDir);
    },
  };
}
