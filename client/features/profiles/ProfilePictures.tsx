// The pictures of a profile as a grid. Each of them opens the viewer.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { growFace } from '#client/ui/face-transition.ts';
import { PictureGrid, pictureSizes } from './PictureGrid.tsx';
import { picturePlace } from './picture-place.ts';

export interface ProfilePicturesProps {
  readonly profile: Profile;
  readonly ids: readonly string[];
  readonly emptyText: string;
  readonly isPrivate?: boolean;
}

export function ProfilePictures({ profile, ids, emptyText, isPrivate = false }: ProfilePicturesProps) {
  if (ids.length === 0) return <p className="soft">{emptyText}</p>;
  // A single public picture is already at the top.
  if (ids.length === 1 && !isPrivate) return null;
  return (
    <PictureGrid label={isPrivate ? t('Private pictures') : t('Public pictures')} count={ids.length}>
      {ids.map((id, index) => (
        <li key={id}>
          <Link
            to="/profilePicCarousel"
            search={{ profileId: profile.id, id, ids: ids.join(',') }}
            className="picture-link"
            onClick={growFace(id)}
            aria-label={t('Picture {number} of {count}: larger', picturePlace(index, ids.length))}
          >
            <ProfilePicture
              id={id}
              name={profile.profilename}
              alt={profile.profilename}
              sizes={pictureSizes(ids.length)}
              of={profile}
              isPrivate={isPrivate}
            />
          </Link>
        </li>
      ))}
    </PictureGrid>
  );
}
