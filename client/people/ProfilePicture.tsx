// One picture of a profile, in the size that its place needs.
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { placeholderOf, type Pictured } from './placeholder-of.ts';
import { pictureSrcSet, pictureUrl } from './picture-url.ts';

export interface ProfilePictureProps {
  /** Null or absent where there is no picture to show: the first letter of the name stands in. */
  readonly id: string | null | undefined;
  readonly name: string;
  /** How wide it is shown, as the `sizes` of an image: "33vw", "(min-width: 900px) 300px, 50vw". */
  readonly sizes: string;
  /** Its colours, from `picPlaceholders` beside the ids. */
  readonly placeholder?: string | undefined;
  /** The profile or brief that names it, where its place in there is not known: its colours come from there. */
  readonly of?: Pictured | undefined;
  readonly isPrivate?: boolean;
  readonly isAvatar?: boolean;
  readonly isFirst?: boolean;
}

export function ProfilePicture({ id, name, sizes, of, isPrivate = false, isAvatar, isFirst, ...rest }: ProfilePictureProps) {
  const { placeholder = placeholderOf(of, id) } = rest;
  const look = { name, sizes, placeholder, isAvatar, isFirst };
  if (id === null || id === undefined) return <Picture {...look} src={null} />;
  return <Picture {...look} src={pictureUrl(id, isAvatar ? 256 : 512, isPrivate)} srcSet={pictureSrcSet(id, isPrivate)} />;
}

export interface AvatarProps extends Pick<ProfilePictureProps, 'name' | 'sizes' | 'isFirst'> {
  readonly of: Pick<ReducedBrief, 'profilePicIds' | 'picPlaceholders'>;
}

/** The first picture of a member, round. */
export const Avatar = ({ of: { profilePicIds, picPlaceholders }, ...rest }: AvatarProps) => (
  <ProfilePicture {...rest} id={profilePicIds[0]} placeholder={picPlaceholders?.[0]} isAvatar />
);
