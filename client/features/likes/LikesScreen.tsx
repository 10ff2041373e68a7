// Members who like you and members you like (/likes/profilelikedyou, /likes/youlikedprofile), 20 at a time.
import { t } from '#client/device/texts.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { newestSeenLikeMs } from '#client/device/newest-seen-like.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { PersonTile } from '#client/people/PersonTile.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { LikedMark } from './LikedMark.tsx';
import { LikeDate, LikesFrame, tileSizes, useOnlineOf } from './LikesFrame.tsx';
import { isPendingLike } from './like-writes.ts';
import { shownLikes } from './shown-likes.ts';
import type { LikesList } from './likes-lists.ts';
import { likesListQuery } from './likes.queries.ts';

const emptyLink = { to: '/search/tile', text: 'Look around' } as const;
const lists = {
  profilelikedyou: {
    title: 'Liked You',
    path: '/likes/profilelikedyou',
    emptyText: 'Some day your prince will come...',
    emptyLink,
  },
  youlikedprofile: {
    title: 'You Liked',
    path: '/likes/youlikedprofile',
    emptyText: 'Have no suitors have caught your eye?',
    emptyLink,
  },
} as const satisfies Record<LikesList, object>;

const otherLists = {
  profilelikedyou: 'youlikedprofile',
  youlikedprofile: 'profilelikedyou',
} as const satisfies Record<LikesList, LikesList>;

export const LikedYouScreen = () => <LikesScreen key="liked you" list="profilelikedyou" />;
export const YouLikedScreen = () => <LikesScreen key="you liked" list="youlikedprofile" />;

function LikesScreen({ list }: { readonly list: LikesList }) {
  const query = useInfiniteQuery(likesListQuery(list, useOwnProfileId()));
  const writes = usePending(isPendingLike);
  const { likes, waitingIds } = shownLikes(list, query.data?.pages.flat() ?? [], writes);
  const other = otherLists[list];
  const back = new Set(
    shownLikes(other, useNewestLikes(other, query.data !== undefined), writes).likes.map(({ profile }) => profile.profileId),
  );
  const online = useOnlineOf(likes);
  const seenMs = useSeenMs(list === 'profilelikedyou' ? query.data?.pages[0] : undefined);
  return (
    <LikesFrame {...lists[list]} query={query}>
      {[
        ...waitingIds.map((id) => (
          <li key={id}>
            <WaitingTile profileId={id} />
          </li>
        )),
        ...likes.map((like, index) => (
          <li key={like.profile.profileId}>
            <PersonTile
              sizes={tileSizes}
              profileId={like.profile.profileId}
              name={like.profile.profileName}
              pictureId={like.profile.profilePicIds[0]}
              placeholder={like.profile.picPlaceholders?.[0]}
              isOnline={online.has(like.profile.profileId)}
              isFirst={index < 6}
              corner={back.has(like.profile.profileId) && <LikedMark />}
            >
              {like.tsCreated > seenMs ? <span className="badge">{t('likes|New')}</span> : <LikeDate of={like} />}
              {back.has(like.profile.profileId) && <span className="visually-hidden">. {t('You like each other')}</span>}
            </PersonTile>
          </li>
        )),
      ]}
    </LikesFrame>
  );
}

/** Marks received likes as seen. Returns the time of the newest one that was seen before the member came. */
function useSeenMs(received: readonly ProfileLikeListed[] | undefined): number {
  const [seenMs] = useState(newestSeenLikeMs.get());
  const newestMs = received?.[0]?.tsCreated;
  useEffect(() => {
    if (newestMs !== undefined) newestSeenLikeMs.set(newestMs);
  }, [newestMs]);
  return (received && seenMs) ?? Infinity;
}

/** The newest likes of a list, and those that were loaded with it before. They are requested once `isNext` is true. */
function useNewestLikes(list: LikesList, isNext: boolean): readonly ProfileLikeListed[] {
  const { data } = useInfiniteQuery({ ...likesListQuery(list, useOwnProfileId()), enabled: isNext });
  return data?.pages.flat() ?? [];
}

/** A like that is not delivered yet. The name comes from the cached profile. */
function WaitingTile({ profileId }: { readonly profileId: string }) {
  const { data } = useQuery(profileQuery(profileId));
  return (
    <PersonTile
      sizes={tileSizes}
      profileId={profileId}
      name={data?.profilename ?? ''}
      pictureId={data?.profilePicIds[0]}
      placeholder={data?.picPlaceholders?.[0]}
      isFirst
    >
      {t('Waiting')}
    </PersonTile>
  );
}
