// /likes/profilelikedyou and /likes/youlikedprofile: who likes the member, and whom he likes, 20 at a time.
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ProfileTile } from '#client/features/profiles/ProfileTile.tsx';
import { ConnectionLost } from '#client/net/errors.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import { MoreWhenNear } from '#client/ui/MoreWhenNear.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { LikesTabs } from './LikesTabs.tsx';
import { likesListQuery, type LikesList } from './likes.queries.ts';
import './likes.css';

const lists = {
  profilelikedyou: { title: 'Liked You', path: '/likes/profilelikedyou', none: 'Some day your prince will come...' },
  youlikedprofile: { title: 'You Liked', path: '/likes/youlikedprofile', none: 'Have no suitors have caught your eye?' },
} as const satisfies Record<LikesList, { title: string; path: string; none: string }>;

export const LikedYouScreen = () => <LikesScreen list="profilelikedyou" />;
export const YouLikedScreen = () => <LikesScreen list="youlikedprofile" />;

function LikesScreen({ list }: { readonly list: LikesList }) {
  return (
    <Page title={lists[list].title}>
      <LikesTabs current={lists[list].path} />
      <List key={list} list={list} />
    </Page>
  );
}

function List({ list }: { readonly list: LikesList }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    likesListQuery(list, useOwnProfileId()),
  );
  if (data === undefined)
    return error === null ? (
      <TilesSkeleton />
    ) : (
      <FailedState isOffline={error instanceof ConnectionLost} onRetry={() => void refetch()} />
    );
  const likes = data.pages.flat();
  if (likes.length === 0)
    return (
      <EmptyState icon={HeartIcon} text={lists[list].none}>
        <Link to="/search/tile" className={buttonClass({ look: 'main' })}>
          Look around
        </Link>
      </EmptyState>
    );
  return (
    <>
      <ul className="tiles">
        {likes.map((like, index) => (
          <li key={like.profile.profileId}>
            <ProfileTile
              profileId={like.profile.profileId}
              name={like.profile.profileName}
              pictureId={like.profile.profilePicIds[0]}
              isFirst={index < 6}
            >
              {sinceWhen(like)}
            </ProfileTile>
          </li>
        ))}
      </ul>
      {hasNextPage && <MoreWhenNear isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  );
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const sinceWhen = ({ tsCreated }: ProfileLikeListed): string => day.format(tsCreated);

function TilesSkeleton() {
  return (
    <div className="tiles" aria-busy="true">
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} shape="picture" />
      ))}
    </div>
  );
}
