// The counts on which limits decide: calls of a key, different things that it requests, and its failed attempts.

/** The first `max` are allowed at once, and then `max` in each `perMs`. */
export interface Allowed {
  readonly max: number;
  readonly perMs: number;
}

export interface Admission {
  readonly isAllowed: boolean;
  /** 0 if it is allowed. */
  readonly retryAfterSeconds: number;
}

export interface Attempt extends Admission {
  /** Removes the attempt from the count. */
  takeBack(): Awaitable<void>;
}

/** Counts in the memory of this process are known at once, shared ones after a request. */
export type Awaitable<T> = T | Promise<T>;

export type CountsState = 'own' | 'shared' | 'alone';

export interface LimitCounts {
  /** Takes one from an allowance that is refilled evenly. */
  take(key: string, allowance: Allowed): Awaitable<Admission>;
  /** Counts the things in their order until one is too many in the period of the key. A thing that was counted before costs nothing. */
  takeDistinct(key: string, things: readonly string[], allowance: Allowed): Awaitable<Admission>;
  /** Counts an attempt. After `max` attempts within `perMs`, one is allowed each `retryMs`. */
  takeAttempt(key: string, allowance: Allowed & { readonly retryMs: number }): Awaitable<Attempt>;
  /** Whether processes share the counts. `alone` while they cannot be reached, so that each process allows less. */
  state(): CountsState;
}

export const allowed: Admission = { isAllowed: true, retryAfterSeconds: 0 };

export const refusedFor = (ms: number): Admission => ({
  isAllowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(ms / 1_000)),
});

/** Applies `use` to a value at once, or to a promised value later. */
export const whenKnown = <T, R>(value: Awaitable<T>, use: (known: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(use) : use(value);
