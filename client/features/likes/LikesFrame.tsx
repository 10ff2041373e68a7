// The frame of the four lists of likes: title, tabs, tiles 20 at a time, and the states of a screen.
import { Link, type LinkProps } from '@tanstack/react-router';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeletons } from '#client/ui/Skeleton.tsx';
import { LikesTabs, type LikesPath } from './LikesTabs.tsx';

export interface LikesFrameProps {
  readonly title: string;
  readonly path: LikesPath;
  /** The text of the empty state, and its link. */
  readonly none: string;
  readonly next: { readonly to: LinkProps['to']; readonly words: string };
  readonly asked: Pick<
    UseInfiniteQueryResult,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
  >;
  /** List items, one a tile. */
  readonly children: readonly ReactNode[];
}

export function LikesFrame({ title, path, none, next, asked, children }: LikesFrameProps) {
  const { data, error } = asked;
  const isEmpty = children.length === 0;
  return (
    <Page title={title}>
      <LikesTabs current={path} />
      {data !== undefined && isEmpty && (
        <EmptyState icon={HeartIcon} text={none}>
          <Link to={next.to} className={buttonClass({ look: 'main' })}>
            {next.words}
          </Link>
        </EmptyState>
      )}
      {!isEmpty && <ul className="tiles">{children}</ul>}
      {data === undefined && (
        <NotLoaded error={error} onRetry={asked.refetch}>
          <Skeletons count={12} shape="picture" className="tiles" />
        </NotLoaded>
      )}
      {asked.hasNextPage && <LoadMore isLoading={asked.isFetchingNextPage} onMore={() => void asked.fetchNextPage()} />}
    </Page>
  );
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

export const sinceWhen = ({ tsCreated }: { readonly tsCreated: number }): string => day.format(tsCreated);
