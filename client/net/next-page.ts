// Loads the next page of a list, unless the pages before it are being refetched.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

export type Pages = Pick<UseInfiniteQueryResult<{ readonly pages: readonly unknown[] }>, 'data' | 'fetchNextPage'>;

/**
 * A refetch that is running ends first: the request for a page would cancel it, and the first pages would then be taken for fresh,
 * although they may be those that the device had stored.
 */
export async function loadNextPage({ data, fetchNextPage }: Pages): Promise<void> {
  const asked = { cancelRefetch: false };
  const after = await fetchNextPage(asked);
  const wasRefetch = after.data?.pages.length === data?.pages.length;
  if (wasRefetch && after.hasNextPage && !after.isError) await fetchNextPage(asked);
}
