// Loads the next page of a list, unless the pages before it are being refetched.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

type Loaded = UseInfiniteQueryResult<InfiniteData<unknown>>;
export type Pages = Pick<Loaded, 'data' | 'fetchNextPage'>;

/**
 * A refetch that is running ends first: the request for a page would cancel it, and the first pages would then be taken for fresh,
 * although they may be those that the device had stored. Resolves to the state after it.
 */
export async function loadNextPage({ data, fetchNextPage }: Pages): Promise<Loaded> {
  const asked = { cancelRefetch: false };
  const after = await fetchNextPage(asked);
  const wasRefetch = after.data?.pages.length === data?.pages.length;
  return wasRefetch && after.hasNextPage && !after.isError ? fetchNextPage(asked) : after;
}
