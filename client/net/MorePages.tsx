// The end of a list that a query loads in pages.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { ConnectionLost } from './errors.ts';
import { loadNextPage, type Pages } from './next-page.ts';

type PagedQuery = Pages & Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>;

export function MorePages({ query }: { readonly query: PagedQuery }) {
  /** The page is asked for, but waits for a refetch. */
  const [isWaiting, setWaiting] = useState(false);
  /** The parameters of the pages after which the server refused the next one. A refetch of these pages keeps them as they are. */
  const [refusedAfter, setRefusedAfter] = useState<readonly unknown[]>();
  const load = (): void => {
    setWaiting(true);
    void loadNextPage(query)
      .then(({ isFetchNextPageError, error, data }) =>
        setRefusedAfter(isFetchNextPageError && !(error instanceof ConnectionLost) ? data?.pageParams : undefined),
      )
      .finally(() => setWaiting(false));
  };
  return (
    query.hasNextPage && (
      <LoadMore
        isLoading={query.isFetchingNextPage || isWaiting}
        isFailed={query.isFetchNextPageError || refusedAfter === query.data?.pageParams}
        onMore={load}
      />
    )
  );
}
