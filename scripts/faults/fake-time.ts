// A fake clock that replaces timers and dates of the process and advances only on request.
import { AsyncResource } from 'node:async_hooks';

export interface FakeTime {
  now(): number;
  /** The error of the devices' clocks in ms. */
  skewMs: number;
  /** Advances the time. Timers that are due fire in order, mostly after the work of the previous timer has finished. */
  pass(ms: number): Promise<void>;
  /** Registers work that the clock waits for. The work must not depend on timers. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Waits for running work, drops pending timers, advances the time by `ms`, and corrects the devices' clocks. */
  restart(ms: number): Promise<void>;
  /** Restores the real timers. Pending fake ones never fire. */
  end(): void;
}

interface FakeTimer {
  readonly id: number;
  readonly run: () => void;
  readonly everyMs: number | null;
  atMs: number;
}

/** With this probability the clock waits only for a few turns of the event loop, so that timers fire during database work. */
const earlyFiring = { share: 0.3, turns: 3 };
/** Work that takes longer in real time counts as hung. */
const workTimeoutMs = 30_000;

export function fakeTime(startMs: number): FakeTime {
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate };
  const date = Date.now;
  const abortAfter = AbortSignal.timeout;
  const due = new Map<number, FakeTimer>();
  let nowMs = startMs;
  let lastId = 0;

  const schedule = (run: (...args: unknown[]) => void, ms: number, isRepeated: boolean, args: unknown[]) => {
    const id = ++lastId;
    const waitMs = Math.max(1, Number(ms) || 0);
    const bound = AsyncResource.bind(() => run(...args));
    due.set(id, { id, run: bound, everyMs: isRepeated ? waitMs : null, atMs: nowMs + waitMs });
    const timer = { id, ref: () => timer, unref: () => timer, hasRef: () => true, [Symbol.toPrimitive]: () => id };
    return timer;
  };
  const cancel = (timer: unknown): void => void due.delete(Number(timer ?? 0));
  const first = (untilMs: number): FakeTimer | undefined => {
    let found: FakeTimer | undefined;
    for (const one of due.values()) if (one.atMs <= untilMs && (found === undefined || one.atMs < found.atMs)) found = one;
    return found;
  };

  /** The number of pending immediates and registered operations. */
  let working = 0;
  async function settle(waitsForAll = Math.random() >= earlyFiring.share): Promise<void> {
    const startedMs = performance.now();
    for (let turn = 1; ; turn++) {
      await new Promise((resolve) => timers.setImmediate(resolve));
      if (working === 0 || (!waitsForAll && turn === earlyFiring.turns)) return;
      if (performance.now() - startedMs > workTimeoutMs) throw new Error(`${working} operations did not finish.`);
    }
  }

  const time: FakeTime = {
    skewMs: 0,
    now: () => nowMs,
    async pass(ms) {
      const untilMs = nowMs + ms;
      await settle();
      for (let next = first(untilMs); next !== undefined; next = first(untilMs)) {
        nowMs = Math.max(nowMs, next.atMs);
        if (next.everyMs === null) due.delete(next.id);
        else next.atMs += next.everyMs;
        next.run();
        await settle();
      }
      await settle(true);
      nowMs = untilMs;
    },
    during(work) {
      working++;
      return work.finally(() => working--);
    },
    async restart(ms) {
      await settle(true);
      due.clear();
      nowMs += ms;
      time.skewMs = 0;
    },
    end() {
      Object.assign(globalThis, timers);
      Date.now = date;
      AbortSignal.timeout = abortAfter;
    },
  };
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0, ...args: unknown[]) => schedule(run, ms, false, args),
    setInterval: (run: () => void, ms = 0, ...args: unknown[]) => schedule(run, ms, true, args),
    clearTimeout: cancel,
    clearInterval: cancel,
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => {
      working++;
      return timers.setImmediate(() => {
        working--;
        run(...args);
      });
    },
  });
  Date.now = () => nowMs + time.skewMs;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    schedule(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms, false, []);
    return controller.signal;
  };
  return time;
}
