// Invalidates queries after an event or a write, even if a request that is still running may not know of it.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Open screens refetch at once, others when they are opened. Queries that `isCurrent` accepts stay as they are. */
export const invalidate = (...args: Parameters<typeof refetched>): void => void refetched(...args);

/** The same. Resolves when open screens have refetched. */
export async function refetched(
  queries: QueryClient,
  queryKey: QueryKey,
  isCurrent: (query: Query) => boolean = () => false,
): Promise<void> {
  const predicate = (query: Query): boolean => !isCurrent(query);
  // Only the running request of an open screen with data is repeated. The other replies may be older than the event, so they are
  // invalidated when they come.
  const isKept = (query: Query): boolean => (query.state.data === undefined || !query.isActive()) && predicate(query);
  const kept = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isKept });
  const later = kept.map(({ promise, queryKey: key }) =>
    promise?.catch(() => undefined).then(() => queries.invalidateQueries({ queryKey: key, exact: true })),
  );
  await Promise.all([queries.invalidateQueries({ queryKey, predicate }), ...later]);
}
