// The end of a list that a query loads in pages.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { loadNextPage, type Pages } from './next-page.ts';

type PagedQuery = Pages & Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>;

export const MorePages = ({ query }: { readonly query: PagedQuery }) =>
  query.hasNextPage && (
    <LoadMore
      isLoading={query.isFetchingNextPage}
      isFailed={query.isFetchNextPageError}
      onMore={() => void loadNextPage(query)}
    />
  );
