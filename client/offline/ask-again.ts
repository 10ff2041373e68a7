// Invalidates queries after an event, including those whose first answer is on its way and may be older than it.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Open screens refetch at once, the others when they are opened. Not awaited. */
export function askAgain(queries: QueryClient, queryKey: QueryKey): void {
  // A query that has nothing to show yet goes on with the request it has made and counts its answer as fresh.
  const first = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirst });
  for (const query of first)
    void query.promise?.catch(() => undefined).then(() => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  void queries.invalidateQueries({ queryKey });
}

const isFirst = ({ state }: { readonly state: { readonly data: unknown } }): boolean => state.data === undefined;
