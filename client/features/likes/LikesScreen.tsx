// /likes/profilelikedyou and /likes/youlikedprofile: who likes the member, and whom he likes, 20 at a time.
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ProfileTile } from '#client/features/profiles/ProfileTile.tsx';
import { profileQuery } from '#client/features/profiles/profiles.queries.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import { MoreWhenNear } from '#client/ui/MoreWhenNear.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { usePending } from '#client/offline/use-pending.ts';
import { isLikeWrite } from './like-writes.ts';
import { shownLikes } from './shown-likes.ts';
import type { LikesList } from './likes-lists.ts';
import { likesListQuery } from './likes.queries.ts';
import { LikesTabs } from './LikesTabs.tsx';
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
  const own = useOwnProfileId();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(likesListQuery(list, own));
  const writes = usePending(isLikeWrite);
  const { likes, waitingIds } = shownLikes(list, data?.pages.flat() ?? [], writes);
  if (data !== undefined && likes.length + waitingIds.length === 0)
    return (
      <EmptyState icon={HeartIcon} text={lists[list].none}>
        <Link to="/search/tile" className={buttonClass({ look: 'main' })}>
          Look around
        </Link>
      </EmptyState>
    );
  return (
    <>
      <ul className="tiles" hidden={likes.length + waitingIds.length === 0}>
        {waitingIds.map((id) => (
          <li key={id}>
            <WaitingTile profileId={id} />
          </li>
        ))}
        {likes.map((like, index) => (
          <li key={like.profile.profileId}>
            <ProfileTile
              profileId={like.profile.profileId}
              name={like.profile.profileName}
              pictureId={like.profile.profilePicIds[0]}
              placeholder={like.profile.picPlaceholders?.[0]}
              isFirst={index < 6}
            >
              {sinceWhen(like)}
            </ProfileTile>
          </li>
        ))}
      </ul>
      {data === undefined && error === null && <TilesSkeleton />}
      {data === undefined && error !== null && (
        <FailedState isOffline={error instanceof ConnectionLost} onRetry={() => void refetch()} />
      )}
      {hasNextPage && <MoreWhenNear isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  );
}

/** Liked without connection: the name comes from what the device keeps. */
function WaitingTile({ profileId }: { readonly profileId: string }) {
  const { data } = useQuery(profileQuery(profileId));
  return (
    <ProfileTile
      profileId={profileId}
      name={data?.profilename ?? ''}
      pictureId={data?.profilePicIds[0]}
      placeholder={data?.picPlaceholders?.[0]}
      isFirst
    >
      Waiting
    </ProfileTile>
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
