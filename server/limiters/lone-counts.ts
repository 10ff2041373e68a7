// The counts of one process while it cannot reach the shared ones. All processes together then allow less than the limit.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { refusedFor, type Admission, type Allowed, type Attempt } from './counts.ts';
import { localCounts } from './local-counts.ts';

/** Up to this fraction of its allowance, the use of a key is not published to the other processes. */
const unpublishedFraction = 1 / 3;
/** All processes together take at most this fraction of an allowance at once while the store is away. */
const maxFractionTogether = 1 / 3;
export type Kind = 'r' | 'd' | 'a';

interface Busy {
  readonly kind: Kind;
  /** The part of the allowance that was used at `atMs`. */
  readonly level: number;
  readonly perMs: number;
  readonly atMs: number;
}

const maxBusy = 100_000;

/** The keys that are used by more than a third, as far as this process knows. */
export class BusyKeys {
  readonly #keys = new BoundedMap<string, Busy>(maxBusy);

  set(key: string, busy: Busy): void {
    this.#keys.set(key, busy);
  }

  /** The fraction of the allowance that may have been used by that time. */
  levelAt(key: string, nowMs: number): number {
    const busy = this.#keys.get(key);
    return busy === undefined ? unpublishedFraction : Math.max(unpublishedFraction, levelOf(busy, nowMs));
  }

  /** The keys that are still busy at that time, with the fraction that may have been used when the store is back. */
  *entriesAt(nowMs: number): Generator<readonly [key: string, busy: Busy]> {
    for (const [key, busy] of this.#keys.entries()) {
      const level = levelOf(busy, nowMs);
      if (level > unpublishedFraction) yield [key, { ...busy, level: Math.min(1, level + maxFractionTogether) }];
    }
  }
}

/** An allowance is refilled evenly, and other counts end with their period. */
const levelOf = ({ kind, level, perMs, atMs }: Busy, nowMs: number): number =>
  kind === 'r' ? level - (nowMs - atMs) / perMs : nowMs - atMs < perMs ? level : 0;

/** What this process has taken from an allowance, to be counted in the store when it is back. */
interface Taken {
  readonly kind: Kind;
  readonly allowance: Allowed;
  count: number;
  /** The different things, for kind 'd'. Empty for other kinds. */
  readonly things: Set<string>;
  /** When the last one was taken. */
  lastMs: number;
}

interface Loss {
  readonly clock: { monotonic(): number };
  readonly busy: BusyKeys;
  readonly processes: number;
  /** For how long the store had been counting. */
  readonly epochAgeMs: number;
}

const maxTaken = 100_000;

/** `key` is the name in the store. */
export function loneCounts({ clock, busy, processes, epochAgeMs }: Loss) {
  const lostMs = clock.monotonic();
  const local = localCounts(clock);
  const taken = new BoundedMap<string, Taken>(maxTaken);

  /** The part of the allowance that this process may take at once. What it uses after that is refilled at its share of the rate. */
  function fractionAtOnce(key: string, unknownMs: number): number {
    const level = busy.levelAt(key, lostMs);
    const isUnknown = level === unpublishedFraction && epochAgeMs < unknownMs;
    return isUnknown ? 0 : Math.min(maxFractionTogether, 1 - level) / processes;
  }

  const countTaken = (kind: Kind, key: string, allowance: Allowed, thing?: string): void =>
    add(key, { kind, allowance, count: 1, things: new Set(thing === undefined ? [] : [thing]), lastMs: clock.monotonic() });

  function add(key: string, more: Taken): void {
    const before = taken.get(key);
    if (before === undefined) taken.set(key, more);
    else {
      for (const thing of more.things) before.things.add(thing);
      before.count += more.count;
      before.lastMs = Math.max(before.lastMs, more.lastMs);
    }
  }

  return {
    lostMs,

    /** What was taken since the last call, without keys of which nothing was taken after `sinceMs`. */
    drain(sinceMs: number): readonly (readonly [key: string, Taken])[] {
      const drained = [...taken.entries()].filter(([, { lastMs }]) => lastMs >= sinceMs);
      taken.clear();
      return drained;
    },

    /** Keeps what could not be counted in the store for the next `drain`. */
    putBack(drained: readonly (readonly [key: string, Taken])[]): void {
      for (const [key, one] of drained) add(key, one);
    },

    take(key: string, allowance: Allowed): Admission {
      const { max, perMs } = allowance;
      // A share below one call could not be given to each process.
      if (max < processes) return refusedFor((perMs / max) * processes);
      const used = 1 - fractionAtOnce(key, perMs / 3) * processes;
      const admission = local.take(key, { max: max / processes, perMs }, { used });
      if (admission.isAllowed) countTaken('r', key, allowance);
      return admission;
    },

    takeDistinct(key: string, things: readonly string[], allowance: Allowed): Admission {
      const { max, perMs } = allowance;
      const share = { max: Math.floor(max * fractionAtOnce(key, perMs) + 1e-9), perMs };
      for (const thing of things) {
        const admission = local.takeDistinct(key, [thing], share);
        if (!admission.isAllowed) return admission;
        countTaken('d', key, allowance, thing);
      }
      return { isAllowed: true, retryAfterSeconds: 0 };
    },

    takeAttempt(key: string, allowance: Allowed & { readonly retryMs: number }): Attempt {
      const { max, perMs, retryMs } = allowance;
      const share = {
        max: Math.floor(max * fractionAtOnce(key, perMs) + 1e-9),
        perMs,
        retryMs: retryMs * processes,
      };
      const attempt = local.takeAttempt(key, share, { attemptAtMs: lostMs });
      if (!attempt.isAllowed) return attempt;
      countTaken('a', key, allowance);
      return {
        ...attempt,
        takeBack() {
          const counted = taken.get(key);
          if (counted !== undefined && counted.count > 0) counted.count -= 1;
          return attempt.takeBack();
        },
      };
    },
  };
}

export type LoneCounts = ReturnType<typeof loneCounts>;
