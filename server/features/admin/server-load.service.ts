// The server's load, sampled every half minute and remembered for three hours.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Health, HealthSample } from '#shared/contract/admin.ts';
import type { Hub } from '#server/live/hub.ts';
import type { World } from '#server/world.ts';
import { createDashboardStore } from './dashboard.store.ts';

export interface ServerLoadService {
  /**
   * A current sample, in which a value that cannot be measured is null. Resolves to null if the database does not answer within
   * `limits.sampleWithinMs`. Calls share a sample that is being taken, so that they do not pile up before the database.
   */
  sampleInTime(): Promise<HealthSample | null>;
  /** The remembered samples and a current one. */
  samples(): Promise<Health>;
  close(): void;
}

const maxSamples = 360;
/** The monitor's resolution, which it includes in the delay. */
const loopResolutionMs = 20;
const nanosPerMs = 1e6;

export function openServerLoad(world: World, hub: Pick<Hub, 'counts'>): ServerLoadService {
  const { clock, db, limits, log, pictureFiles } = world;
  const store = createDashboardStore(db.read);
  const startedMs = clock.now();
  const delay = monitorEventLoopDelay({ resolution: loopResolutionMs });
  delay.enable();
  const samples: HealthSample[] = [];

  async function timed(measure: () => Promise<unknown>): Promise<number | null> {
    const fromMs = clock.monotonic();
    return (await orNull(measure)) === null ? null : Math.round((clock.monotonic() - fromMs) * 10) / 10;
  }

  async function orNull<T>(measure: () => Promise<T>): Promise<T | null> {
    try {
      return await measure();
    } catch (error) {
      log.warn({ err: error }, 'a load value could not be measured');
      return null;
    }
  }

  async function sample(): Promise<HealthSample> {
    const { sockets, members } = hub.counts();
    return {
      atMs: clock.now(),
      readMs: await timed(async () => (await store.ping(), true)),
      writeMs: await timed(() => db.write(async (tx) => (await createDashboardStore(tx).ping(), true))),
      writesWaiting: db.health().waiting,
      sockets,
      membersOnline: members,
      pushesWaiting: await orNull(store.pushesWaiting),
      mailsWaiting: await orNull(store.mailsWaiting),
      diskFreeBytes: await orNull(pictureFiles.freeBytes),
      loopDelayMs: Math.max(0, Math.round(delay.max / nanosPerMs) - loopResolutionMs),
      memoryBytes: process.memoryUsage.rss(),
    };
  }

  let running: Promise<HealthSample> | null = null;
  const currentSample = (): Promise<HealthSample> => (running ??= sample().finally(() => (running = null)));

  async function sampleInTime(): Promise<HealthSample | null> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), limits.sampleWithinMs)));
    try {
      return await Promise.race([currentSample(), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function addSample(): Promise<void> {
    samples.push(await currentSample());
    if (samples.length > maxSamples) samples.shift();
    delay.reset();
  }
  const timer = setInterval(() => void addSample(), limits.healthRefetchMs);
  timer.unref();

  return {
    sampleInTime,
    async samples() {
      const now = await currentSample();
      const { diskFreeBytesLeast } = limits;
      return { engine: db.engine, startedMs, diskFreeBytesLeast, samples: [...samples, now] };
    },
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
