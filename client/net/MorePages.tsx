// The end of a list that a query loads in pages.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { loadNextPage, type Pages } from './next-page.ts';

type PagedQuery = Pages & Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>;

export function MorePages({ query }: { readonly query: PagedQuery }) {
  /** The page is asked for, but waits for a refetch. */
  const [isWaiting, setWaiting] = useState(false);
  const load = (): void => {
    setWaiting(true);
    void loadNextPage(query).finally(() => setWaiting(false));
  };
  return (
    query.hasNextPage && (
      <LoadMore isLoading={query.isFetchingNextPage || isWaiting} isFailed={query.isFetchNextPageError} onMore={load} />
    )
  );
}
