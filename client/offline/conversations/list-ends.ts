// Stores where the lists end that are fetched in pages, newest first. A page that is not full ends with the oldest item.
import { queryOptions, skipToken, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Ordered } from './newest-first.ts';

/** The sequence of the oldest item, if nothing comes before it. Infinity for an empty list, and 0 while there may be older items. */
export const endQuery = (key: QueryKey) =>
  queryOptions<number>({ queryKey: ['end', ...key], queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY });

/**
 * True if the server may have items that are older than `items`. `end` is the data of `endQuery`. Once it is known, the number
 * of items does not count, because some may have been deleted.
 */
export const mayHaveOlder = (end: number | undefined, items: readonly Ordered[], pageSize: number): boolean =>
  end === undefined ? items.length >= pageSize : (items.at(-1)?.sequence ?? 0) > end;

/**
 * Stores the end after the newest pages were fetched. `isWhole` is true if there are no older items, and `hasGap` if older cached
 * items were dropped.
 */
export function storeEnd(
  client: QueryClient,
  key: QueryKey,
  { fetched, isWhole, hasGap }: { readonly fetched: readonly Ordered[]; readonly isWhole: boolean; readonly hasGap: boolean },
): void {
  const end = fetched.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  client.setQueryData(endQuery(key).queryKey, (before) => (isWhole ? end : hasGap ? 0 : (before ?? 0)));
}
