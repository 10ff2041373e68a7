// The changes of several processes on one PostgreSQL database: each writes its own to a log, and applies those of all.
import { setTimeout as delay } from 'node:timers/promises';
import { createChangeLog, type LoggedTransaction } from '#server/db/change-log.ts';
import { DatabaseFailure } from '#server/db/errors.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { openWakes, type Wakes } from '#server/db/postgres-wakes.ts';
import { isUrgent, type Bus, type BusEvent } from '#server/outside/bus.ts';
import type { Changes } from './changes.ts';
import { createLease } from './lease.ts';
import { paced } from './paced.ts';

export interface SharingTimes {
  /** For how long a process may answer members after it last reported which changes it knows. */
  readonly leaseMs: number;
  /** How often a process reads the log if nobody wakes it. */
  readonly followEveryMs: number;
  /** How long a write waits at most for other processes to know its changes. A process that can't apply one for longer ends. */
  readonly knownWithinMs: number;
  /** How long changes, and processes that report nothing, are kept. */
  readonly keptMs: number;
}

interface Parts {
  readonly databaseUrl: string;
  readonly db: Db;
  readonly bus: Bus;
  /** The name of this process among those that run. */
  readonly id: string;
  readonly times: SharingTimes;
  readonly nowMs: () => number;
  /** Whether a write waits until all processes have heard of the event. The default is whether it is urgent. */
  readonly isWaitedFor?: (event: BusEvent) => boolean;
  readonly onError: (error: unknown) => void;
  /** Called when this process can no longer know what has changed. It must end, and knows it again after a restart. */
  readonly onOutdated: (reason: string) => void;
}

export interface SharedChanges extends Changes {
  /** The database. A write resolves once all processes know its changes, if one of these `isWaitedFor`. */
  readonly db: Db;
}

/** The clocks of two machines may differ in speed by this fraction. */
const clockError = 0.05;
const firstPauseMs = 1;
const longestPauseMs = 20;
/** Changes for which nobody waits are read, and told to the others, at most once in this time, since each read is a query. */
const togetherWithinMs = 5;

/** Joins the processes of the database. From now on no change is missed. */
export async function joinChanges(parts: Parts): Promise<SharedChanges> {
  const { databaseUrl, db, bus, id, times, nowMs, isWaitedFor = isUrgent, onError, onOutdated } = parts;
  const added = new WeakMap<Tx, BusEvent[]>();
  const lease = createLease(nowMs);
  let horizon = await db.write((tx) => createChangeLog(tx, id).join());
  /** Changes that are already applied, and will be read again. */
  let appliedAhead = new Set<string>();
  let reportedMs = -Infinity;
  let failingSinceMs: number | null = null;
  let isStarted = false;
  let wakes: Wakes | undefined;
  const timers: NodeJS.Timeout[] = [];

  /**
   * Applies new changes. Returns true if writes may wait for one of them. Throws if a listener fails on such a change. Then the next call
   * applies all changes for which writes wait again, in the same order. Until then this process does not report that it knows them.
   */
  async function applyNew(): Promise<boolean> {
    const followed = await createChangeLog(db.read, id).since(horizon);
    const applying: Promise<void>[] = [];
    for (const change of followed.changes) {
      if (appliedAhead.has(change.id)) continue;
      const event = JSON.parse(change.event) as BusEvent;
      const applied = bus.apply(event);
      if (isWaitedFor(event)) applying.push(applied);
      else {
        void applied.catch(onError);
        appliedAhead.add(change.id);
      }
    }
    const failure = (await Promise.allSettled(applying)).find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failedToApply(failure.reason);
    failingSinceMs = null;
    appliedAhead = new Set(followed.changes.filter(({ isAhead }) => isAhead).map((change) => change.id));
    horizon = followed.horizon;
    return applying.length > 0;
  }

  function failedToApply(error: unknown): DatabaseFailure {
    if (error instanceof DatabaseFailure) return error;
    failingSinceMs ??= nowMs();
    if (nowMs() - failingSinceMs > times.knownWithinMs)
      onOutdated('This process could not apply a change of the database, so it ends. Start it again.');
    return new DatabaseFailure('database-unavailable', 'A change of the database could not be applied.', error);
  }

  /** Reports which changes this process knows, which renews its lease. */
  async function report(): Promise<void> {
    for (let isKnown = false; !isKnown;) {
      const sentMs = nowMs();
      const { leaseMs } = times;
      const known = { horizon, applied: [...appliedAhead], leaseMs };
      if (!(await db.write((tx) => createChangeLog(tx, id).report(known))))
        return onOutdated(
          'This process did not follow the database for so long that the others forgot it, so it ends. Start it again.',
        );
      // While this process had no lease, the writes of others did not wait for it. From now on they do.
      isKnown = lease.term() !== null || !(await applyNew());
      lease.renew(sentMs + leaseMs * (1 - clockError));
      reportedMs = sentMs;
    }
  }

  async function followOnce(): Promise<void> {
    const isWanted = await applyNew();
    if (isWanted || nowMs() - reportedMs >= times.leaseMs / 3) await report();
  }

  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  /** Resolves once everything committed so far is applied. */
  const follow = (): Promise<void> =>
    (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return (running = followOnce());
      }));
  const following = paced(togetherWithinMs, () => void follow().catch(onError));
  const waking = paced(togetherWithinMs, () => wakes?.wakeOthers(false));

  async function waitUntilKnown(logged: LoggedTransaction): Promise<void> {
    const log = createChangeLog(db.read, id);
    const untilMs = nowMs() + times.knownWithinMs;
    for (let pauseMs = firstPauseMs; !(await log.isKnownToAll(logged)); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if (nowMs() > untilMs) throw new DatabaseFailure('database-unavailable', 'Another process does not follow the changes.');
      await delay(pauseMs);
    }
  }

  async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const last: { logged: LoggedTransaction | null; isWaitedFor: boolean } = { logged: null, isWaitedFor: false };
    const result = await db.write(async (tx) => {
      const result = await work(tx);
      const events = added.get(tx) ?? [];
      last.isWaitedFor = events.some(isWaitedFor);
      last.logged = events.length === 0 ? null : await createChangeLog(tx, id).add(events.map((event) => JSON.stringify(event)));
      return result;
    });
    if (last.logged === null || !isStarted) return result;
    if (last.isWaitedFor) {
      wakes?.wakeOthers(true);
      await Promise.all([follow(), waitUntilKnown(last.logged)]);
    } else {
      waking.soon();
      following.soon();
    }
    return result;
  }

  let unlogged: BusEvent[] = [];
  let logging: Promise<void> | null = null;
  /** Writes all events that were published until `running` ended, in one transaction. */
  const logPublished = async (): Promise<void> => {
    await running.catch(() => undefined);
    const events = unlogged;
    unlogged = [];
    logging = null;
    await write(async (tx) => void added.set(tx, events)).catch(onError);
  };

  let forgetting: Promise<unknown> = Promise.resolve();
  const forget = (): void => void (forgetting = db.write((tx) => createChangeLog(tx, id).forget(times.keptMs)).catch(onError));

  return {
    lease,
    add(tx, event) {
      const events = added.get(tx);
      if (events === undefined) added.set(tx, [event]);
      else events.push(event);
    },
    publish(event) {
      unlogged.push(event);
      return (logging ??= logPublished());
    },
    async start() {
      isStarted = true;
      await follow();
      wakes = openWakes(databaseUrl, id, (isUrgent) => (isUrgent ? following.now() : following.soon()));
      timers.push(setInterval(following.soon, times.followEveryMs));
      timers.push(setInterval(forget, times.keptMs / 10));
    },
    async close() {
      following.stop();
      waking.stop();
      timers.forEach(clearInterval);
      await wakes?.close();
      lease.end();
      await next?.catch(() => undefined);
      await running.catch(() => undefined);
      await forgetting;
      // The later work of listeners may publish events, which are written too.
      for (let isQuiet = false; !isQuiet; isQuiet = logging === null) {
        await bus.settled();
        await logging;
      }
      await db.write((tx) => createChangeLog(tx, id).leave()).catch(onError);
    },
    db: { ...db, write },
  };
}
