// /search/tile: picture tiles of members nearby, nearest first, 30 at a time.
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { testMode } from '#client/device/storage.ts';
import { PersonTile } from '#client/people/PersonTile.tsx';
import { useDistanceTexts } from '#client/people/use-shown-distance.ts';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { ListIcon, TilesIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { timeText } from '#client/ui/time-text.ts';
import { uniqueBriefs, sectorsOf } from './listed-briefs.ts';
import { nearestQuery } from './nearby.queries.ts';
import { LocationPrompt } from './LocationPrompt.tsx';
import { useLiveMembers } from './use-live-members.ts';
import './tiles-screen.css';

export function TilesScreen() {
  const [centre, setCentre] = useState<Place | null>(null);
  return (
    <Page
      title="Tiles"
      actions={
        <Link to="/search/profile" className={buttonClass({ look: 'round' })} aria-label="Details and filters">
          <ListIcon />
        </Link>
      }
    >
      <Tiles centre={centre} onLookAround={setCentre} />
    </Page>
  );
}

interface TilesProps {
  /** Null for your location. */
  readonly centre: Place | null;
  readonly onLookAround: (centre: Place) => void;
}

function Tiles({ centre, onLookAround }: TilesProps) {
  const isTest = useStore(testMode);
  const { isLost } = useStore(reachability);
  const near = useInfiniteQuery(nearestQuery(isTest, centre));
  const { data, error, refetch, dataUpdatedAt } = near;
  const distanceTo = useDistanceTexts();
  const briefs = useMemo(() => uniqueBriefs(data?.pages.flatMap((page) => page.briefs) ?? []), [data]);
  useLiveMembers(useMemo(() => sectorsOf(briefs), [briefs]));
  if (data === undefined) {
    if (error instanceof Refused && error.code === 'no-position') return <LocationPrompt onLookAround={onLookAround} />;
    // A first request is paused while offline, and must not show the skeleton forever.
    if (error !== null || near.fetchStatus === 'paused')
      return <FailedState isOffline={error === null || error instanceof ConnectionLost} onRetry={() => void refetch()} />;
    return <SkeletonList count={15} shape="picture" className="tiles" />;
  }
  if (briefs.length === 0) return <NobodyNear />;
  return (
    <>
      {isLost && <p className="soft small">As of {timeText(dataUpdatedAt)}</p>}
      <ul className="tiles">
        {briefs.map((brief, index) => (
          <li key={brief.profileId}>
            <NearTile brief={brief} distance={distanceTo(brief)} isFirst={index < 9} />
          </li>
        ))}
      </ul>
      {near.hasNextPage ? (
        <LoadMore isLoading={near.isFetchingNextPage} onMore={() => void near.fetchNextPage()} />
      ) : (
        <p className="near-you soft">near you</p>
      )}
    </>
  );
}

interface NearTileProps {
  readonly brief: ProfileBrief;
  /** As text; null if it is unknown. */
  readonly distance: string | null;
  readonly isFirst: boolean;
}

/** Rendered again only when its member changes, not with each page of the list. */
const NearTile = memo(function NearTile({ brief, distance, isFirst }: NearTileProps) {
  return (
    <PersonTile
      profileId={brief.profileId}
      name={brief.profileName}
      pictureId={brief.profilePicIds[0]}
      placeholder={brief.picPlaceholders?.[0]}
      isFirst={isFirst}
    >
      {distance ?? brief.profileAge}
    </PersonTile>
  );
});

function NobodyNear() {
  return (
    <EmptyState icon={TilesIcon} text="Nobody is near you right now.">
      <Link to="/search/map" className={buttonClass({ look: 'main' })}>
        Look further on the map
      </Link>
    </EmptyState>
  );
}
