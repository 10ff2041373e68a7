// Shows the server's reply to a change in place of what a query has answered.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** An answer on its way may be older than the reply, so it is dropped and requested again. */
export function showReply<T>(queries: QueryClient, queryKey: QueryKey, reply: T): void {
  queries.setQueryData<T>(queryKey, reply);
  const isRequested = queries.getQueryState(queryKey)?.fetchStatus === 'fetching';
  if (isRequested) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
}
