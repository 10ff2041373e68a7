// A fake clock that replaces the timers and dates of the process and advances only on request.
import { AsyncResource } from 'node:async_hooks';

export interface FakeTime {
  now(): number;
  /** What devices read as the date is this much beside the truth. */
  skewMs: number;
  /** Lets time pass: whatever falls due runs in its order, and mostly what it starts has ended before the next does. */
  pass(ms: number): Promise<void>;
  /** What the clock is to wait for, beside what runs in turns of the event loop. It must not wait for the clock in its turn. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets what is under way end, and forgets what was still to come. The date goes on by so much, and is true again. */
  startAnew(ms: number): Promise<void>;
  /** Gives the process its own timers back; what was still to come never runs. */
  end(): void;
}

interface Due {
  readonly id: number;
  readonly run: () => void;
  readonly everyMs: number | null;
  atMs: number;
}

/** Sometimes something falls due while databases are still at work, after a few turns of the event loop. */
const impatient = { share: 0.3, turns: 3 };
/** By the real clock: what takes longer will never end. */
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

  /** How much is under way: turns of the event loop that were asked for, and what the clock was told of. */
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
    async startAnew(ms) {
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
