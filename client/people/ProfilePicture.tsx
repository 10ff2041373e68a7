// A picture of a profile, in the size in which it is displayed.
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { usePictureSource } from '#client/net/picture-source.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { placeholderOf, type HasPictures } from './placeholder-of.ts';
import { pictureSrcSet, pictureUrl } from './picture-url.ts';

export interface ProfilePictureProps {
  readonly id: string | null | undefined;
  /** If there is no picture, the first letter of the name is shown on a colour of the profile. */
  readonly name: string;
  readonly profileId?: string | undefined;
  /** Needed only if the name is not beside the picture. */
  readonly alt?: string | undefined;
  /** The `sizes` attribute, such as "33vw" or "(min-width: 900px) 300px, 50vw". */
  readonly sizes: string;
  /** An entry of `picPlaceholders`. */
  readonly placeholder?: string | undefined;
  /** The profile or brief that has the placeholder. */
  readonly of?: HasPictures | undefined;
  readonly isPrivate?: boolean;
  readonly isAvatar?: boolean;
  readonly isFirst?: boolean;
  readonly isWaiting?: boolean;
}

export function ProfilePicture({ id, name, sizes, of, isPrivate = false, ...rest }: ProfilePictureProps) {
  const { placeholder = placeholderOf(of, id) } = rest;
  const props = { ...rest, name, sizes, placeholder };
  const url = id == null ? null : pictureUrl(id, rest.isAvatar ? 256 : 512, isPrivate);
  const src = usePictureSource(url);
  if (id == null || src !== url) return <Picture {...props} src={src} />;
  return <Picture {...props} src={src} srcSet={pictureSrcSet(id, isPrivate)} />;
}

export interface AvatarProps extends Pick<ProfilePictureProps, 'name' | 'profileId' | 'sizes' | 'isFirst'> {
  readonly of: Pick<ReducedBrief, 'profilePicIds' | 'picPlaceholders'>;
}

/** The first picture of a member as a circle. */
export const Avatar = ({ of: { profilePicIds, picPlaceholders }, ...rest }: AvatarProps) => (
  <ProfilePicture {...rest} id={profilePicIds[0]} placeholder={picPlaceholders?.[0]} isAvatar />
);
