// Opens the World of a running server from its settings.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { brandFinder, brandOfKey, brands } from '#manifest/index.ts';
import { localChanges, type Changes } from './changes/changes.ts';
import type { Config } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import { openDatabase, type Db } from './db/open.ts';
import { lockProcess, type ProcessLock } from './db/process-lock.ts';
import { refuseUnfinishedRestore } from './db/unfinished-restore.ts';
import { serverLimits } from './limits.ts';
import { createLog } from './log.ts';
import { localBus, type Bus } from './outside/bus.ts';
import { openLimitCounts } from './open-limit-counts.ts';
import { openPictureFiles } from './open-picture-files.ts';
import { openPushKeys } from './open-push-keys.ts';
import { openSharedRedis } from './open-shared-redis.ts';
import { brandsUnder } from './settings/brand-hosts.ts';
import { createNearbyIndex } from './nearby/index.ts';
import { openBaseMap } from './outside/base-map.ts';
import { smtpMailer } from './outside/mail-smtp.ts';
import { outboxMailer } from './outside/mail.ts';
import { pictureScaling } from './outside/picture-scaling.ts';
import { openPlaceNames } from './outside/place-names.ts';
import { vapidSubject } from './outside/push-keys.ts';
import type { StoreCall } from './outside/s3-calls.ts';
import { readVersion } from './outside/version.ts';
import { webPushSender } from './outside/web-push.ts';
import type { Brands, Clock, Ids, World } from './world.ts';

const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
};

export function brandsOf(config: Config): Brands {
  const all = brandsUnder(config.brandHosts, brands);
  const find = brandFinder(all);
  return { forHost: (host) => find(host, config), ofKey: (key) => brandOfKey(key, all), all };
}

interface Opening {
  /** Refuses other processes on the same data, whatever the settings say: for commands that write without telling others. */
  readonly isExclusive?: boolean;
  /** How long to wait for another process that uses the data to end. */
  readonly waitMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Counts the calls of the store of pictures, if it is a bucket. */
  readonly onStoreCall?: ((call: StoreCall) => void) | undefined;
}

type OpenWorld = World & { close(): Promise<void> };

/** Throws errors whose message an operator can act on. */
export async function openWorld(
  config: Config,
  { isExclusive = false, waitMs = serverLimits.otherProcessEndsMs, signal, onStoreCall }: Opening = {},
): Promise<OpenWorld> {
  const { dataDir, databaseUrl, sharesData } = config;
  const isShared = sharesData && !isExclusive;
  const lock = await lockProcess({
    dataDir,
    databaseUrl: databaseUrl ?? undefined,
    isShared,
    waitMs,
    signal,
    onTaken: endProcess,
  });
  try {
    refuseUnfinishedRestore(dataDir);
    return await openLocked(config, lock, isShared, onStoreCall);
  } catch (error) {
    await lock.close();
    throw error;
  }
}

function endProcess(reason: string): never {
  console.error(reason);
  process.exit(1);
}

async function openLocked(
  config: Config,
  lock: ProcessLock,
  isShared: boolean,
  onStoreCall: Opening['onStoreCall'],
): Promise<OpenWorld> {
  const log = createLog(config.logLevel);
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl ?? undefined,
    migrations,
    assertMayWrite: lock.assertHeld,
  });
  const bus = localBus((error) => log.error({ err: error }, 'a listener failed'));
  const { db, changes } = await openChanges({ database, databaseUrl: isShared ? config.databaseUrl : null, bus, log }).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  const closeAndThrow = async (error: unknown): Promise<never> => {
    await changes.close();
    await database.close();
    throw error;
  };
  const parts = { clock: systemClock, db, ids: randomIds, limits: serverLimits, log };
  const pushKeys = await openPushKeys(config, parts).catch(closeAndThrow);
  const limitCounts = await openLimitCounts(config, parts).catch(closeAndThrow);
  const onCall = onStoreCall && { onCall: onStoreCall };
  const pictureFiles = await openPictureFiles(config, db, randomIds.uuid(), onCall).catch(async (error: unknown) => {
    await limitCounts.close();
    return closeAndThrow(error);
  });
  const sharedRedis =
    isShared && config.redisUrl !== null
      ? await openSharedRedis(config.redisUrl, parts).catch(async (error: unknown) => {
          pictureFiles.close();
          await limitCounts.close();
          return closeAndThrow(error);
        })
      : null;
  const scaling = pictureScaling();
  const outbox = outboxMailer(path.join(config.dataDir, 'outbox'), (line) => log.info(line));
  const baseMap = await openBaseMap(config.baseMap, {
    cacheDir: path.join(config.dataDir, 'map-tiles'),
    log,
    now: systemClock.now,
  });
  const placeNames = openPlaceNames();
  const version = await readVersion();
  return {
    config,
    limits: serverLimits,
    limitCounts,
    clock: systemClock,
    ids: randomIds,
    log,
    db,
    bus,
    changes,
    brands: brandsOf(config),
    // Mails may be left in files from before SMTP was set.
    mail: config.smtpUrl ? { ...smtpMailer(config.smtpUrl), removeBefore: outbox.removeBefore } : outbox,
    push: webPushSender({
      keys: pushKeys,
      subject: vapidSubject(config.vapidSubject, config.publicUrl),
      developerHosts: config.pushEndpointHosts,
    }),
    pushKeys,
    pictureFiles,
    pictureScaling: scaling,
    baseMap,
    placeNames,
    positionStates: sharedRedis?.positionStates ?? null,
    presence: sharedRedis?.presence ?? null,
    nearby: createNearbyIndex(),
    version,
    async close() {
      scaling.close();
      await limitCounts.close();
      pictureFiles.close();
      await sharedRedis?.close();
      await baseMap.close();
      await placeNames.close();
      await changes.close();
      await database.close();
      await lock.close();
    },
  };
}

interface ChangesParts {
  readonly database: Db;
  /** Null for a process that runs alone. */
  readonly databaseUrl: string | null;
  readonly bus: Bus;
  readonly log: Logger;
}

/** Writes through the returned database tell other processes of their changes. */
async function openChanges({ database, databaseUrl, bus, log }: ChangesParts): Promise<{ db: Db; changes: Changes }> {
  if (databaseUrl === null) return { db: database, changes: localChanges({ db: database, bus }) };
  // This module is loaded only where it is used.
  const { joinChanges } = await import('./changes/shared-changes.ts');
  const changes = await joinChanges({
    databaseUrl,
    db: database,
    bus,
    id: randomIds.uuid(),
    times: serverLimits.sharing,
    nowMs: systemClock.monotonic,
    onError: (error) => log.error({ err: error }, 'the changes of other processes could not be followed'),
    onOutdated: endProcess,
  });
  return { db: changes.db, changes };
}
