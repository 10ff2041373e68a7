// Invalidates queries after an event, even if their first request is still running.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Open screens refetch at once, others when they are opened. Queries that `isCurrent` accepts stay as they are. */
export function invalidate(queries: QueryClient, queryKey: QueryKey, isCurrent: (query: Query) => boolean = () => false): void {
  const predicate = (query: Query): boolean => !isCurrent(query);
  const hasNoData = (query: Query): boolean => query.state.data === undefined && predicate(query);
  // A query without data does not repeat its running request. The reply may be older than the event, so it is invalidated then.
  const first = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: hasNoData });
  for (const query of first)
    void query.promise?.catch(() => undefined).then(() => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  void queries.invalidateQueries({ queryKey, predicate });
}
