// A picture of a profile in its reserved space; the initial of the name stands in where there is none.
import { useState } from 'react';
import './picture.css';

export interface PictureProps {
  /** Null where the profile has no picture to show. */
  readonly src: string | null;
  /** Further sizes for `srcset`, and how wide the picture is shown. */
  readonly srcSet?: string;
  readonly sizes?: string;
  /** The profile's name: the picture's text, and its first letter the stand-in. */
  readonly name: string;
  /** Round and square-cut, for lists and headers. */
  readonly isAvatar?: boolean;
  /** The first pictures of a screen load at once, all others as they come near. */
  readonly isFirst?: boolean;
}

export function Picture({ src, srcSet, sizes, name, isAvatar = false, isFirst = false }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const [initial = '·'] = name.trim().toUpperCase();
  return (
    <span className={isAvatar ? 'picture avatar' : 'picture'}>
      <span aria-hidden="true">{initial}</span>
      {src !== null && src !== failed && (
        <img
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={name}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
        />
      )}
    </span>
  );
}
