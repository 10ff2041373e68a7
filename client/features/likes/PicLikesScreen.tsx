// /likes/profilelikedyourpics and /likes/youlikedprofilepics: likes of pictures, received and given, 20 at a time.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ProfilePicLikeListed } from '#shared/contract/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ProfileTile } from '#client/people/ProfileTile.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { LikesFrame, sinceWhen } from './LikesFrame.tsx';
import type { PicLikesList } from './likes-lists.ts';
import { picLikesListQuery, usePicLikesUnderWay } from './pic-likes.queries.ts';
import { shownPicLikes, type WaitingPicLike } from './shown-pic-likes.ts';

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

export const YourPicsScreen = () => <PicLikesScreen key="your pics" list="profilelikedyourpics" />;
export const TheirPicsScreen = () => <PicLikesScreen key="their pics" list="youlikedprofilepics" />;

interface PictureProps {
  readonly like: ProfilePicLikeListed;
  readonly isFirst: boolean;
}

function PicLikesScreen({ list }: { readonly list: PicLikesList }) {
  const asked = useInfiniteQuery(picLikesListQuery(list, useOwnProfileId()));
  const isOwn = list === 'profilelikedyourpics';
  const writes = usePicLikesUnderWay();
  const { likes, waiting } = shownPicLikes(asked.data?.pages.flat() ?? [], isOwn ? nothing : writes);
  return (
    <LikesFrame {...lists[list]} asked={asked}>
      {[
        ...waiting.map((like) => (
          <li key={like.profilePicId}>
            <WaitingPicture {...like} />
          </li>
        )),
        ...likes.map((like, index) => (
          <li key={like.likerProfileId + like.profilePicId}>
            {isOwn ? <OwnPicture like={like} isFirst={index < 6} /> : <TheirPicture like={like} isFirst={index < 6} />}
          </li>
        )),
      ]}
    </LikesFrame>
  );
}

const nothing: readonly never[] = [];

/** Links to the member who liked it. */
function OwnPicture({ like, isFirst }: PictureProps) {
  const { data: own } = useQuery({ ...profileQuery(useOwnProfileId()), refetchInterval: false });
  const { profileId, profileName } = like.profile;
  return (
    <ProfileTile profileId={profileId} name={profileName} pictureId={like.profilePicId} of={own} isFirst={isFirst}>
      {sinceWhen(like)}
    </ProfileTile>
  );
}

const TheirPicture = ({ like, isFirst }: PictureProps) => (
  <ProfileTile
    profileId={like.profile.profileId}
    name={like.profile.profileName}
    pictureId={like.profilePicId}
    of={like.profile}
    isFirst={isFirst}
    linksToPicture
  >
    {sinceWhen(like)}
  </ProfileTile>
);

/** Liked without connection: the name comes from the cached profile. */
function WaitingPicture({ profilePicId, profilePicProfileId }: WaitingPicLike) {
  const { data } = useQuery({ ...profileQuery(profilePicProfileId), refetchInterval: false });
  const name = data?.profilename ?? '';
  return (
    <ProfileTile profileId={profilePicProfileId} name={name} pictureId={profilePicId} of={data} isFirst linksToPicture>
      Waiting
    </ProfileTile>
  );
}
