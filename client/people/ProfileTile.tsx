// A member as a picture with their name, linked to their profile or to that picture.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture, type ProfilePictureProps } from './ProfilePicture.tsx';
import './tiles.css';

export interface ProfileTileProps {
  readonly profileId: string;
  readonly name: string;
  readonly pictureId: string | null | undefined;
  /** The picture's colours until it is there; they are in `of` too, where that names it. */
  readonly placeholder?: string | undefined;
  readonly of?: ProfilePictureProps['of'];
  readonly isFirst?: boolean;
  /** Leads to the picture, large, instead of to the profile. */
  readonly isPicture?: boolean;
  /** A word under the name: how far, since when. */
  readonly children?: ReactNode;
}

/** The widths of the tile grid, for the browser's choice of a size. */
const sizes = '(min-width: 1200px) 10vw, (min-width: 900px) 20vw, (min-width: 600px) 25vw, 33vw';

/** To be put into a list with the class `tiles`. */
export function ProfileTile({ profileId, name, pictureId, children, isPicture = false, ...look }: ProfileTileProps) {
  const { placeholder, of, isFirst = false } = look;
  const content = (
    <>
      <ProfilePicture id={pictureId} name={name} sizes={sizes} placeholder={placeholder} of={of} isFirst={isFirst} />
      <span className="tile-words">
        <span className="tile-name" title={name}>
          {shownName(name)}
        </span>
        {children !== undefined && <span className="tile-more">{children}</span>}
      </span>
    </>
  );
  return isPicture ? (
    <Link to="/profilePicCarousel" search={{ profileId, id: pictureId ?? undefined }} className="tile">
      {content}
    </Link>
  ) : (
    <Link to="/profile/$profileId" params={{ profileId }} className="tile">
      {content}
    </Link>
  );
}
