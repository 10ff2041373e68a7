// A row of the pictures of members nearby, with name and distance. Each leads to the profile.
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { RovingList } from '#client/ui/RovingList.tsx';
import { PersonTile } from './PersonTile.tsx';
import { useDistanceTexts } from './use-shown-distance.ts';
import { useOnline } from './use-online.ts';
import './near-tiles.css';

interface NearTilesProps {
  readonly of: readonly ProfileBrief[];
  /** If false, the dots use the results of other screens only. */
  readonly asksOnline: boolean;
  /** The `sizes` attribute of the pictures. */
  readonly sizes: string;
}

export function NearTiles({ of, asksOnline, sizes }: NearTilesProps) {
  const online = useOnline(
    useMemo(() => of.map(({ profileId }) => profileId), [of]),
    asksOnline,
  );
  const distanceTo = useDistanceTexts();
  return (
    <RovingList className="near-tiles">
      {of.map((brief) => (
        <li key={brief.profileId}>
          <PersonTile
            profileId={brief.profileId}
            name={brief.profileName}
            pictureId={brief.profilePicIds[0]}
            of={brief}
            isOnline={online.has(brief.profileId)}
            isFirst
            sizes={sizes}
          >
            {distanceTo(brief)}
          </PersonTile>
        </li>
      ))}
    </RovingList>
  );
}
