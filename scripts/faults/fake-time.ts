// A clock that moves only when it is told to, in the place of the process's timers and dates.
import { AsyncResource } from 'node:async_hooks';

export interface FakeTime {
  now(): number;
  /** What devices read as the date is this much beside the truth. */
  skewMs: number;
  /** Lets time pass: whatever falls due runs in its order, each with a moment for what it starts. */
  pass(ms: number): Promise<void>;
  /** Gives the process its own timers back; what was still to come never runs. */
  end(): void;
}

interface Due {
  readonly id: number;
  readonly run: () => void;
  readonly everyMs: number | null;
  atMs: number;
}

/** Databases work in turns of the event loop: sometimes something falls due before they are ready, mostly not. */
const turns = { few: 3, many: 200 };

export function fakeTime(startMs: number): FakeTime {
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate };
  const date = Date.now;
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

  let working = 0;
  async function settle(most = Math.random() < 0.3 ? turns.few : turns.many): Promise<void> {
    let turn = 0;
    do await new Promise((resolve) => timers.setImmediate(resolve));
    while (++turn < most && working > 0);
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
      await settle(turns.many);
      nowMs = untilMs;
    },
    end() {
      Object.assign(globalThis, timers);
      Date.now = date;
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
  return time;
}
