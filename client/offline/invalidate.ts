// Invalidates queries after an event, including those whose first request is pending.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Open screens refetch immediately, others when they are opened. Not awaited. */
export function invalidate(queries: QueryClient, queryKey: QueryKey): void {
  // A query without data does not restart its pending request, whose reply may be older than the event.
  const first = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: hasNoData });
  for (const query of first)
    void query.promise?.catch(() => undefined).then(() => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  void queries.invalidateQueries({ queryKey });
}

const hasNoData = ({ state }: { readonly state: { readonly data: unknown } }): boolean => state.data === undefined;
