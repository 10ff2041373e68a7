// A fake clock that replaces the timers and dates of the process and advances only on request.
import { AsyncResource } from 'node:async_hooks';

export interface FakeTime {
  now(): number;
  /** The error of the date on devices. */
  skewMs: number;
  /** Lets time pass: due timers fire in order, and mostly the work that each starts ends before the next one fires. */
  pass(ms: number): Promise<void>;
  /** Registers work that the clock waits for, in addition to turns of the event loop. It must not wait for the clock itself. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets running work end, and drops pending timers. The date advances by `ms`, without error. */
  restart(ms: number): Promise<void>;
  /** Restores the timers of the process; pending ones never fire. */
  end(): void;
}

interface Due {
  readonly id: number;
  readonly run: () => void;
  readonly everyMs: number | null;
  atMs: number;
}

/** Sometimes a timer fires while databases are still working, after a few turns of the event loop. */
const impatient = { share: 0.3, turns: 3 };
/** By the real clock; work that takes longer is considered hung. */
const longestWorkMs = 30_000;

export function fakeTime(startMs: number): FakeTime {
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate };
  const date = Date.now;
  const abortAfter = AbortSignal.timeout;
  const due = new Map<number, Due>();
  let nowMs = startMs;
  let lastId = 0;

  const plan = (run: (...args: unknown[]) => void, ms: number, isRepeated: boolean, args: unknown[]) => {
    const id = ++lastId;
    const waitMs = Math.max(1, Number(ms) || 0);
    const bound = AsyncResource.bind(() => run(...args));
    due.set(id, { id, run: bound, everyMs: isRepeated ? waitMs : null, atMs: nowMs + waitMs });
    const timer = { id, ref: () => timer, unref: () => timer, hasRef: () => true, [Symbol.toPrimitive]: () => id };
    return timer;
  };
  const cancel = (timer: unknown): void => void due.delete(Number(timer ?? 0));
  const first = (untilMs: number): Due | undefined => {
    let found: Due | undefined;
    for (const one of due.values()) if (one.atMs <= untilMs && (found === undefined || one.atMs < found.atMs)) found = one;
    return found;
  };

  /** The number of requested turns of the event loop and of registered works. */
  let working = 0;
  async function settle(isPatient = Math.random() >= impatient.share): Promise<void> {
    const startedMs = performance.now();
    for (let turn = 1; ; turn++) {
      await new Promise((resolve) => timers.setImmediate(resolve));
      if (working === 0 || (!isPatient && turn === impatient.turns)) return;
      if (performance.now() - startedMs > longestWorkMs)
        throw new Error(`${working} things that the clock waits for do not end.`);
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
    setTimeout: (run: () => void, ms = 0, ...args: unknown[]) => plan(run, ms, false, args),
    setInterval: (run: () => void, ms = 0, ...args: unknown[]) => plan(run, ms, true, args),
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
    plan(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms, false, []);
    return controller.signal;
  };
  return time;
}
