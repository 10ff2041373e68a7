// One picture of a profile, in the size that its place needs.
import { Picture } from '#client/ui/Picture.tsx';
import { pictureSrcSet, pictureUrl } from './picture-url.ts';

export interface ProfilePictureProps {
  /** Null or absent where there is no picture to show: the first letter of the name stands in. */
  readonly id: string | null | undefined;
  readonly name: string;
  /** How wide it is shown, as the `sizes` of an image: "33vw", "(min-width: 900px) 300px, 50vw". */
  readonly sizes: string;
  /** Its colours, from `picPlaceholders` beside the ids. */
  readonly placeholder?: string | undefined;
  readonly isPrivate?: boolean;
  readonly isAvatar?: boolean;
  readonly isFirst?: boolean;
}

export function ProfilePicture({ id, name, sizes, placeholder, isPrivate = false, isAvatar, isFirst }: ProfilePictureProps) {
  const look = { name, sizes, placeholder, isAvatar, isFirst };
  if (id === null || id === undefined) return <Picture {...look} src={null} />;
  return <Picture {...look} src={pictureUrl(id, isAvatar ? 256 : 512, isPrivate)} srcSet={pictureSrcSet(id, isPrivate)} />;
}
