// Replaces the data of a query with the server's reply to a change.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** A request that is still running may return older data, so it is cancelled and sent again. */
export function showReply<T>(queries: QueryClient, queryKey: QueryKey, reply: T): void {
  queries.setQueryData<T>(queryKey, reply);
  const isRequested = queries.getQueryState(queryKey)?.fetchStatus === 'fetching';
  if (isRequested) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
}
