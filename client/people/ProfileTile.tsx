// A member's picture with their name, linked to their profile or to the large picture.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture, type ProfilePictureProps } from './ProfilePicture.tsx';
import './tiles.css';

export interface ProfileTileProps {
  readonly profileId: string;
  readonly name: string;
  readonly pictureId: string | null | undefined;
  /** An entry of `picPlaceholders`; not needed with `of`. */
  readonly placeholder?: string | undefined;
  readonly of?: ProfilePictureProps['of'];
  readonly isFirst?: boolean;
  /** Links to the large picture instead of the profile. */
  readonly linksToPicture?: boolean;
  /** A short text under the name, such as the distance. */
  readonly children?: ReactNode;
}

/** The column widths of the tile grid. */
const sizes = '(min-width: 1200px) 10vw, (min-width: 900px) 20vw, (min-width: 600px) 25vw, 33vw';

/** Belongs in a list with the class `tiles`. */
export function ProfileTile({ profileId, name, pictureId, children, linksToPicture = false, ...picture }: ProfileTileProps) {
  const { placeholder, of, isFirst = false } = picture;
  const content = (
    <>
      <ProfilePicture id={pictureId} name={name} sizes={sizes} placeholder={placeholder} of={of} isFirst={isFirst} />
      <span className="tile-text">
        <span className="tile-name" title={name}>
          {shownName(name)}
        </span>
        {children !== undefined && <span className="tile-more">{children}</span>}
      </span>
    </>
  );
  return linksToPicture ? (
    <Link to="/profilePicCarousel" search={{ profileId, id: pictureId ?? undefined }} className="tile">
      {content}
    </Link>
  ) : (
    <Link to="/profile/$profileId" params={{ profileId }} className="tile">
      {content}
    </Link>
  );
}
