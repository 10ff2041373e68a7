// A member as a picture with his name, leading to his profile.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture } from './ProfilePicture.tsx';
import './tiles.css';

export interface ProfileTileProps {
  readonly profileId: string;
  readonly name: string;
  readonly pictureId: string | null | undefined;
  /** The picture's colours until it is there. */
  readonly placeholder?: string | undefined;
  readonly isFirst?: boolean;
  /** A word under the name: how far, since when. */
  readonly children?: ReactNode;
}

/** The widths of the tile grid, for the browser's choice of a size. */
const sizes = '(min-width: 1200px) 10vw, (min-width: 900px) 20vw, (min-width: 600px) 25vw, 33vw';

/** To be put into a list with the class `tiles`. */
export function ProfileTile({ profileId, name, pictureId, placeholder, isFirst = false, children }: ProfileTileProps) {
  return (
    <Link to="/profile/$profileId" params={{ profileId }} className="tile">
      <ProfilePicture id={pictureId} name={name} sizes={sizes} placeholder={placeholder} isFirst={isFirst} />
      <span className="tile-words">
        <span className="tile-name" title={name}>
          {shownName(name, limits.profileNameShown)}
        </span>
        {children !== undefined && <span className="tile-more">{children}</span>}
      </span>
    </Link>
  );
}
