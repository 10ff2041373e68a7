// Likes of your pictures and pictures you like (/likes/profilelikedyourpics, /likes/youlikedprofilepics), 20 at a time.
import { t } from '#client/device/texts.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ProfilePicLikeListed } from '#shared/contract/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { PersonTile } from '#client/people/PersonTile.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { useWaitingBlocks } from '#client/people/waiting-blocks.ts';
import { HeartIcon } from '#client/ui/icons.tsx';
import { LikedMark } from './LikedMark.tsx';
import { LikeDate, LikesFrame, tileSizes, useOnlineOf } from './LikesFrame.tsx';
import type { PicLikesList } from './likes-lists.ts';
import { picLikesListQuery, usePendingPicLikes } from './pic-likes.queries.ts';
import { shownPicLikes, type PendingPicLike } from './shown-pic-likes.ts';

const lists = {
  profilelikedyourpics: {
    title: 'Your Pics',
    path: '/likes/profilelikedyourpics',
    emptyText: 'Some day your prince will come...',
    emptyLink: { to: '/profilePicUpload', text: 'Add pictures' },
  },
  youlikedprofilepics: {
    title: 'Their Pics',
    path: '/likes/youlikedprofilepics',
    emptyText: 'Have no suitors have caught your eye?',
    emptyLink: { to: '/search/tile', text: 'Look around' },
  },
} as const satisfies Record<PicLikesList, object>;

export const YourPicsScreen = () => <PicLikesScreen key="your pics" list="profilelikedyourpics" />;
export const TheirPicsScreen = () => <PicLikesScreen key="their pics" list="youlikedprofilepics" />;

interface LikeTileProps {
  readonly like: ProfilePicLikeListed;
  readonly isFirst: boolean;
  readonly isOnline: boolean;
}

function PicLikesScreen({ list }: { readonly list: PicLikesList }) {
  const query = useInfiniteQuery(picLikesListQuery(list, useOwnProfileId()));
  const isReceived = list === 'profilelikedyourpics';
  const writes = usePendingPicLikes();
  const { likes, waiting } = shownPicLikes(query.data?.pages.flat() ?? [], isReceived ? [] : writes);
  const blocked = useWaitingBlocks();
  const online = useOnlineOf(likes);
  const Tile = isReceived ? ReceivedLikeTile : GivenLikeTile;
  return (
    <LikesFrame {...lists[list]} query={query}>
      {[
        ...waiting
          .filter(({ profilePicProfileId }) => !blocked.has(profilePicProfileId))
          .map((like) => (
            <li key={like.profilePicId}>
              <WaitingLikeTile {...like} />
            </li>
          )),
        ...likes
          .filter(({ profile }) => !blocked.has(profile.profileId))
          .map((like, index) => (
            <li key={like.likerProfileId + like.profilePicId}>
              <Tile like={like} isFirst={index < 6} isOnline={online.has(like.profile.profileId)} />
            </li>
          )),
      ]}
    </LikesFrame>
  );
}

/** The member who liked one of your pictures, with the picture in the corner. */
function ReceivedLikeTile({ like, ...rest }: LikeTileProps) {
  const { data: ownProfile } = useQuery({ ...profileQuery(useOwnProfileId()), refetchInterval: false });
  const { profileId, profileName, profilePicIds, picPlaceholders } = like.profile;
  return (
    <PersonTile
      sizes={tileSizes}
      profileId={profileId}
      name={profileName}
      pictureId={profilePicIds[0]}
      placeholder={picPlaceholders?.[0]}
      corner={
        <span className="liked-picture">
          <ProfilePicture id={like.profilePicId} name="" sizes="48px" of={ownProfile} isFirst={rest.isFirst} />
          <HeartIcon />
        </span>
      }
      {...rest}
    >
      <LikeDate of={like} />
    </PersonTile>
  );
}

const GivenLikeTile = ({ like, ...rest }: LikeTileProps) => (
  <PersonTile
    sizes={tileSizes}
    profileId={like.profile.profileId}
    name={like.profile.profileName}
    pictureId={like.profilePicId}
    of={like.profile}
    corner={<LikedMark />}
    linksToPicture
    {...rest}
  >
    <LikeDate of={like} />
  </PersonTile>
);

/** A like that is not delivered yet. The name comes from the cached profile. */
function WaitingLikeTile({ profilePicId, profilePicProfileId }: PendingPicLike) {
  const { data } = useQuery({ ...profileQuery(profilePicProfileId), refetchInterval: false });
  const name = data?.profilename ?? '';
  return (
    <PersonTile
      sizes={tileSizes}
      profileId={profilePicProfileId}
      name={name}
      pictureId={profilePicId}
      of={data}
      corner={<LikedMark />}
      isFirst
      linksToPicture
    >
      {t('Waiting')}
    </PersonTile>
  );
}
