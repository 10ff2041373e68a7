// /likes/profilelikedyourpics and /likes/youlikedprofilepics: whose likes the own pictures have, and which pictures the member likes, 20 at a time.
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ProfilePicLikeListed } from '#shared/contract/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/text.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ProfilePicture } from '#client/features/profiles/ProfilePicture.tsx';
import { ProfileTile } from '#client/features/profiles/ProfileTile.tsx';
import { ConnectionLost } from '#client/net/errors.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import { MoreWhenNear } from '#client/ui/MoreWhenNear.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { LikesTabs } from './LikesTabs.tsx';
import { picLikesListQuery, type PicLikesList } from './pic-likes.queries.ts';

const lists = {
  profilelikedyourpics: {
    title: 'Your Pics',
    path: '/likes/profilelikedyourpics',
    none: 'Some day your prince will come...',
    next: { to: '/profilePicUpload', words: 'Add pictures' },
  },
  youlikedprofilepics: {
    title: 'Their Pics',
    path: '/likes/youlikedprofilepics',
    none: 'Have no suitors have caught your eye?',
    next: { to: '/search/tile', words: 'Look around' },
  },
} as const satisfies Record<PicLikesList, object>;

export const YourPicsScreen = () => <PicLikesScreen list="profilelikedyourpics" />;
export const TheirPicsScreen = () => <PicLikesScreen list="youlikedprofilepics" />;

function PicLikesScreen({ list }: { readonly list: PicLikesList }) {
  return (
    <Page title={lists[list].title}>
      <LikesTabs current={lists[list].path} />
      <List key={list} list={list} />
    </Page>
  );
}

function List({ list }: { readonly list: PicLikesList }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    picLikesListQuery(list, useOwnProfileId()),
  );
  if (data === undefined)
    return error === null ? (
      <TilesSkeleton />
    ) : (
      <FailedState isOffline={error instanceof ConnectionLost} onRetry={() => void refetch()} />
    );
  const likes = data.pages.flat();
  const { none, next } = lists[list];
  if (likes.length === 0)
    return (
      <EmptyState icon={HeartIcon} text={none}>
        <Link to={next.to} className={buttonClass({ look: 'main' })}>
          {next.words}
        </Link>
      </EmptyState>
    );
  return (
    <>
      <ul className="tiles">
        {likes.map((like, index) => (
          <li key={like.likerProfileId + like.profilePicId}>
            {list === 'profilelikedyourpics' ? (
              // An own picture that leads to whom it pleased.
              <ProfileTile
                profileId={like.profile.profileId}
                name={like.profile.profileName}
                pictureId={like.profilePicId}
                isFirst={index < 6}
              >
                {day.format(like.tsCreated)}
              </ProfileTile>
            ) : (
              <TheirPicture like={like} isFirst={index < 6} />
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && <MoreWhenNear isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  );
}

function TheirPicture({ like, isFirst }: { readonly like: ProfilePicLikeListed; readonly isFirst: boolean }) {
  const { profileId, profileName } = like.profile;
  return (
    <Link to="/profilePicCarousel" search={{ profileId, id: like.profilePicId }} className="tile">
      <ProfilePicture
        id={like.profilePicId}
        name={profileName}
        sizes="(min-width: 1200px) 10vw, (min-width: 900px) 20vw, (min-width: 600px) 25vw, 33vw"
        isFirst={isFirst}
      />
      <span className="tile-words">
        <span className="tile-name" title={profileName}>
          {shownName(profileName, limits.profileNameShown)}
        </span>
        <span className="tile-more">{day.format(like.tsCreated)}</span>
      </span>
    </Link>
  );
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

function TilesSkeleton() {
  return (
    <div className="tiles" aria-busy="true">
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} shape="picture" />
      ))}
    </div>
  );
}
