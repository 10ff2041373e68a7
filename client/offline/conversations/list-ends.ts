// The ends of lists that come newest first in pages: a page that is not full marks the oldest item.
import { queryOptions, skipToken, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Ordered } from './newest-first.ts';

/** The place of its oldest item, once nothing is before that; infinite for one that was empty, 0 while there may be more. Nothing before it was asked. */
export const endQuery = (key: QueryKey) =>
  queryOptions<number>({ queryKey: ['end', ...key], queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY });

/** Whether the server may have older ones than `items`, of which deleted ones may be missing by now: `end` is what the query says. */
export const goesOn = (end: number | undefined, items: readonly Ordered[], pageSize: number): boolean =>
  end === undefined ? items.length >= pageSize : (items.at(-1)?.sequence ?? 0) > end;

/** The newest pages of an answer: `isWhole` if nothing precedes them, `hasHole` if the cached items below were dropped. */
export function noteEnd(
  client: QueryClient,
  key: QueryKey,
  { fetched, isWhole, hasHole }: { readonly fetched: readonly Ordered[]; readonly isWhole: boolean; readonly hasHole: boolean },
): void {
  const end = fetched.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  client.setQueryData(endQuery(key).queryKey, (before) => (isWhole ? end : hasHole ? 0 : (before ?? 0)));
}
