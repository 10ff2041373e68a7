// The pictures of a profile as a grid, without the first public one, which is larger elsewhere. Each of them opens the viewer.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { faceTransitionFrom } from '#client/ui/face-transition.ts';
import { PictureGrid, pictureSizes } from './PictureGrid.tsx';
import { pictureNumber } from './picture-number.ts';

/** The largest that style sheets give to further public pictures in wide windows. */
const thumbnailPx = 120;

export interface ProfilePicturesProps {
  readonly profile: Profile;
  readonly ids: readonly string[];
  readonly emptyText: string;
  readonly isPrivate?: boolean;
}

export function ProfilePictures({ profile, ids, emptyText, isPrivate = false }: ProfilePicturesProps) {
  const isOwn = useOwnProfileId() === profile.id;
  if (ids.length === 0)
    return (
      <div className="row">
        <p className="soft">{emptyText}</p>
        {isOwn && (
          <Link to="/profilePicUpload" search={isPrivate ? { private: '1' } : {}} className={buttonClass()}>
            {t('Add pictures')}
          </Link>
        )}
      </div>
    );
  const from = isPrivate ? 0 : 1;
  const count = ids.length - from;
  return (
    <PictureGrid label={isPrivate ? t('Private pictures') : t('Public pictures')} count={count}>
      {ids.slice(from).map((id, index) => (
        <li key={id}>
          <Link
            to="/profilePicCarousel"
            search={{ profileId: profile.id, id, ids: ids.join(',') }}
            className="picture-link"
            onClick={faceTransitionFrom(id)}
            aria-label={t('Picture {number} of {count}: larger', pictureNumber(from + index, ids.length))}
          >
            <ProfilePicture
              id={id}
              name={profile.profilename}
              alt={profile.profilename}
              sizes={isPrivate ? pictureSizes(count) : pictureSizes(count, thumbnailPx)}
              of={profile}
              isPrivate={isPrivate}
            />
          </Link>
        </li>
      ))}
    </PictureGrid>
  );
}
