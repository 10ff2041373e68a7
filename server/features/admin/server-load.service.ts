// The load of the server: sampled every half minute and kept for some hours, in memory only.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Health, HealthSample } from '#shared/contract/admin.ts';
import type { Hub } from '#server/live/hub.ts';
import type { World } from '#server/world.ts';
import { createDashboardStore } from './dashboard.store.ts';

export interface ServerLoadService {
  /** The samples with one of this moment; a figure that can't be measured is null. */
  samples(): Promise<Health>;
  close(): void;
}

/** Three hours of them. */
const keptSamples = 360;
/** How often the event loop is asked; what it takes longer than that is delay. */
const loopAskedMs = 20;
const nanosPerMs = 1e6;

export function openServerLoad(world: World, hub: Pick<Hub, 'facts'>): ServerLoadService {
  const { clock, db, limits, log, pictureFiles } = world;
  const store = createDashboardStore(db.read);
  const startedMs = clock.now();
  const delay = monitorEventLoopDelay({ resolution: loopAskedMs });
  delay.enable();
  const samples: HealthSample[] = [];

  async function timed(look: () => Promise<unknown>): Promise<number | null> {
    const fromMs = clock.monotonic();
    return (await orNull(look)) === null ? null : Math.round((clock.monotonic() - fromMs) * 10) / 10;
  }

  async function orNull<T>(look: () => Promise<T>): Promise<T | null> {
    try {
      return await look();
    } catch (error) {
      log.warn({ err: error }, 'a figure of the load could not be measured');
      return null;
    }
  }

  async function sample(): Promise<HealthSample> {
    const { sockets, members } = hub.facts();
    return {
      atMs: clock.now(),
      readMs: await timed(async () => (await store.look(), true)),
      writeMs: await timed(() => db.write(async (tx) => (await createDashboardStore(tx).look(), true))),
      writesWaiting: db.health().waiting,
      sockets,
      membersOnline: members,
      pushesWaiting: await orNull(store.pushesWaiting),
      mailsWaiting: await orNull(store.mailsWaiting),
      diskFreeBytes: await orNull(pictureFiles.freeBytes),
      loopDelayMs: Math.max(0, Math.round(delay.max / nanosPerMs) - loopAskedMs),
      memoryBytes: process.memoryUsage.rss(),
    };
  }

  async function keep(): Promise<void> {
    samples.push(await sample());
    if (samples.length > keptSamples) samples.shift();
    delay.reset();
  }
  const timer = setInterval(() => void keep(), limits.healthRefetchMs);
  timer.unref();

  return {
    async samples() {
      const now = await sample();
      const { diskFreeBytesLeast } = limits;
      return { engine: db.engine, startedMs, diskFreeBytesLeast, samples: [...samples, now] };
    },
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
