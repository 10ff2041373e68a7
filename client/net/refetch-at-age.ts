// The interval of refetches of data that live events change.

interface Fetched {
  readonly state: { readonly dataUpdatedAt: number; readonly errorUpdatedAt: number; readonly fetchStatus: string };
}

/** A hidden page tries at this interval, without a request, until it is visible. */
const minMs = 1_000;

/** Counts from the last fetch. A mere number counts from the last change, so that frequent events would put off the refetch for ever. */
export const refetchAtAge =
  (ms: number) =>
  ({ state }: Fetched): number => {
    if (state.fetchStatus !== 'idle') return ms;
    const ageMs = Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
    return Math.min(Math.max(ms - ageMs, minMs), ms);
  };
