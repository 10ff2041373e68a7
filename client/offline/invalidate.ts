// Invalidates queries after an event, even if their first request is still running.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Open screens refetch at once, others when they are opened. Nobody waits for it. */
export function invalidate(queries: QueryClient, queryKey: QueryKey): void {
  // A query without data does not start its running request again. Its reply may be older than the event, so it is invalidated then.
  const first = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: hasNoData });
  for (const query of first)
    void query.promise?.catch(() => undefined).then(() => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  void queries.invalidateQueries({ queryKey });
}

const hasNoData = ({ state }: { readonly state: { readonly data: unknown } }): boolean => state.data === undefined;
