// Changes the data of queries after an event.
import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';

/**
 * The data keeps its age, unless `updatedAt` is given, and stays invalidated: it may lack other changes. Nothing happens to queries
 * without data, and to those for which `change` returns the same.
 */
export function changeData<T>(
  queries: QueryClient,
  filters: QueryFilters,
  change: (data: T, queryKey: QueryKey) => T,
  updatedAt?: number,
): void {
  for (const query of queries.getQueryCache().findAll(filters)) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    // The cast is safe, because the caller knows the data of these queries.
    const changed = data === undefined ? data : change(data as T, query.queryKey);
    if (changed === data) continue;
    queries.setQueryData<unknown>(query.queryKey, changed, { updatedAt: updatedAt ?? dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}
