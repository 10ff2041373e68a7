// The frame of the four screens of likes: title, tabs and tiles, and what is shown while loading, after a failure and if empty.
import { t, type PlainText } from '#client/device/texts.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { MorePages } from '#client/net/MorePages.tsx';
import { QueryState } from '#client/net/QueryState.tsx';
import { useOnline } from '#client/people/use-online.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import { useCurrentDay } from '#client/ui/current-day.ts';
import { shortDayLabel } from '#client/ui/day-times.ts';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { RovingList } from '#client/ui/RovingList.tsx';
import { LikesTabs, type LikesPath } from './LikesTabs.tsx';

/** The texts are English. */
export interface LikesFrameProps {
  readonly title: PlainText;
  readonly path: LikesPath;
  readonly emptyText: PlainText;
  /** Shown with the empty text. */
  readonly emptyLink: { readonly to: LinkProps['to']; readonly text: PlainText };
  readonly query: Pick<
    UseInfiniteQueryResult<InfiniteData<unknown>>,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  >;
  /** The tiles, one for each list item. */
  readonly children: readonly ReactNode[];
}

export function LikesFrame({ title, path, emptyText, emptyLink, query, children }: LikesFrameProps) {
  const { data, error } = query;
  const isEmpty = children.length === 0;
  return (
    <Page title={t(title)} top={<LikesTabs current={path} />}>
      {data !== undefined && isEmpty && (
        <EmptyState icon={HeartIcon} text={t(emptyText)}>
          <Link to={emptyLink.to} className={buttonClass({ look: 'main' })}>
            {t(emptyLink.text)}
          </Link>
        </EmptyState>
      )}
      {!isEmpty && <RovingList className="likes-tiles">{children}</RovingList>}
      {data === undefined && <QueryState error={error} refetch={query.refetch} skeleton={<TilesSkeleton />} />}
      <MorePages query={query} />
    </Page>
  );
}

/** About the width of a tile in `likes-tiles`, for the `sizes` attribute. */
export const tileSizes = '(min-width: 600px) 200px, 33vw';

/** Which of the members in the list are online. */
export function useOnlineOf(likes: readonly { readonly profile: ReducedBrief }[]): ReadonlySet<string> {
  const key = likes.map(({ profile }) => profile.profileId).join();
  return useOnline(useMemo(() => (key === '' ? [] : [...new Set(key.split(','))]), [key]));
}

export const LikeDate = ({ of }: { readonly of: { readonly tsCreated: number } }) => shortDayLabel(of.tsCreated, useCurrentDay());

function TilesSkeleton() {
  return (
    <div className="likes-tiles" aria-busy="true">
      {Array.from({ length: 18 }, (_, index) => (
        <Skeleton key={index} shape="picture" />
      ))}
    </div>
  );
}
