// A tile for a person: their picture with the name and a line of text. It links to the profile or to the large picture.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { faceTransitionFrom } from '#client/ui/face-transition.ts';
import { OnlineDot } from './OnlineDot.tsx';
import { ProfilePicture, type ProfilePictureProps } from './ProfilePicture.tsx';
import { ShownName } from './ShownName.tsx';
import './tiles.css';

export interface PersonTileProps {
  readonly profileId: string;
  readonly name: string;
  readonly pictureId: string | null | undefined;
  /** An entry of `picPlaceholders`. Not needed if `of` is given. */
  readonly placeholder?: string | undefined;
  readonly of?: ProfilePictureProps['of'];
  readonly isOnline?: boolean;
  readonly isFirst?: boolean;
  readonly isWaiting?: boolean;
  /** The `sizes` attribute of the picture. Needed in grids other than `tiles`. */
  readonly sizes?: string;
  /** Links to the large picture instead of the profile. */
  readonly linksToPicture?: boolean;
  /** Shown in the upper corner at the start. */
  readonly corner?: ReactNode;
  /** A short text under the name, such as the distance. */
  readonly children?: ReactNode;
}

/** The column widths of the grid `tiles`. */
const tileSizes = '(min-width: 1200px) 10vw, (min-width: 900px) 20vw, (min-width: 600px) 25vw, 33vw';

/** Render it in a list with the class `tiles`. */
export function PersonTile({ profileId, name, pictureId, children, linksToPicture = false, ...rest }: PersonTileProps) {
  const { isOnline = false, sizes = tileSizes, corner, ...picture } = rest;
  const content = (
    <>
      <ProfilePicture id={pictureId} name={name} profileId={profileId} sizes={sizes} {...picture} />
      {corner}
      {isOnline && <OnlineDot />}
      <span className="tile-text">
        <span className="tile-name" dir="auto">
          <ShownName name={name} />
        </span>
        {children !== undefined && <span className="tile-more">{children}</span>}
      </span>
    </>
  );
  const className = pictureId ? 'tile' : 'tile tile-letter';
  return linksToPicture ? (
    <Link to="/profilePicCarousel" search={{ profileId, id: pictureId ?? undefined }} className={className}>
      {content}
    </Link>
  ) : (
    <Link to="/profile/$profileId" params={{ profileId }} className={className} onClick={faceTransitionFrom(profileId)}>
      {content}
    </Link>
  );
}
