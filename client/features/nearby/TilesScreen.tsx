// The screen with picture tiles of members nearby (/search/tile), nearest first, 30 at a time.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { memo, useMemo, useRef } from 'react';
import type { NearestCount } from '#shared/contract/nearby.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { testMode } from '#client/device/storage.ts';
import { PersonTile } from '#client/people/PersonTile.tsx';
import { useOnline } from '#client/people/use-online.ts';
import { useDistanceTexts } from '#client/people/use-shown-distance.ts';
import { useNotBlocked } from '#client/people/waiting-blocks.ts';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { MorePages } from '#client/net/MorePages.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { FailedState } from '#client/ui/FailedState.tsx';
import { TilesIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { timeText } from '#client/ui/time-text.ts';
import { storedPeopleText } from './stored-people-text.ts';
import { FindBar } from './FindBar.tsx';
import { isFiltering } from './list-filter.ts';
import { uniqueBriefs, sectorsOf } from './listed-briefs.ts';
import { nearestKey } from './nearby-keys.ts';
import { nearestQuery, type NearestPage } from './nearby.queries.ts';
import { LocationPrompt } from './LocationPrompt.tsx';
import { RelaxFilters } from './RelaxFilters.tsx';
import { isUnnamed, lookAround, type SavedPlace } from './saved-places.ts';
import { useAreLoaded } from '#client/ui/use-are-loaded.ts';
import { RovingList } from '#client/ui/RovingList.tsx';
import { useCachedMembers } from './use-cached-members.ts';
import { useFilterCount, useFind, type Find } from './use-find.ts';
import { useLiveMembers } from './use-live-members.ts';
import './tiles-screen.css';

/** The number of tiles on a phone's first screen, whose pictures are loaded first. */
const firstCount = 15;

export function TilesScreen() {
  const find = useFind();
  const near = useInfiniteQuery(nearestQuery(useStore(testMode), find.centre, find.filter));
  const count = useFilterCount(find);
  return (
    <Page title={t('Tiles')} top={<FindBar current="/search/tile" find={find} count={count} />}>
      <Tiles find={find} near={near} count={count} />
    </Page>
  );
}

interface TilesProps {
  readonly find: Find;
  readonly near: UseInfiniteQueryResult<InfiniteData<NearestPage>>;
  readonly count: NearestCount | null;
}

function Tiles({ find, near, count }: TilesProps) {
  const { filter, place, centre } = find;
  const { isLost } = useStore(reachability);
  const { data, error, refetch, dataUpdatedAt } = near;
  const distanceTo = useDistanceTexts(centre);
  // While the connection is lost, the repetition of a failed request is paused. The screen must not show the skeleton forever.
  const isOffline = data === undefined && (error instanceof ConnectionLost || near.fetchStatus === 'paused');
  const cached = useCachedMembers(isOffline, nearestKey, centre, filter);
  const briefs = useNotBlocked(
    useMemo(() => uniqueBriefs(cached?.briefs ?? data?.pages.flatMap((page) => page.briefs) ?? []), [cached, data]),
  );
  useLiveMembers(useMemo(() => sectorsOf(briefs), [briefs]));
  const tiles = useRef<HTMLUListElement>(null);
  const areFirstLoaded = useAreLoaded(tiles, briefs.length > 0);
  const ids = useMemo(() => briefs.map(({ profileId }) => profileId), [briefs]);
  const online = useOnline(ids, areFirstLoaded);
  if (data === undefined && cached === null) {
    if (error instanceof Refused && error.code === 'no-position') return <LocationPrompt onLookAround={lookAround} />;
    if (error !== null || isOffline) return <FailedState isOffline={isOffline} onRetry={() => void refetch()} />;
    return <SkeletonList count={30} shape="picture" className="tiles" />;
  }
  if (briefs.length === 0) return <NobodyNear find={find} count={count} />;
  return (
    <>
      {cached !== null && <p className="soft small">{storedPeopleText(filter)}</p>}
      {cached === null && isLost && <p className="soft small">{t('As of {time}', { time: timeText(dataUpdatedAt) })}</p>}
      <RovingList className="tiles" list={tiles}>
        {briefs.map((brief, index) => (
          <li key={brief.profileId}>
            <NearTile
              brief={brief}
              distance={distanceTo(brief)}
              isOnline={online.has(brief.profileId)}
              isFirst={index < firstCount}
              isWaiting={index >= firstCount && !areFirstLoaded}
            />
          </li>
        ))}
      </RovingList>
      {near.hasNextPage ? (
        <MorePages query={near} />
      ) : (
        <p className="near-you soft">
          {tCount(briefs.length, { one: '# person', other: '# people' })} · <span>{nearText(place)}</span>
        </p>
      )}
    </>
  );
}

interface NearTileProps {
  readonly brief: ProfileBrief;
  /** The distance as text. It is null if unknown. */
  readonly distance: string | null;
  readonly isOnline: boolean;
  readonly isFirst: boolean;
  readonly isWaiting: boolean;
}

/** A tile is rendered again only when something that it shows changes, not with each page of the list. */
const NearTile = memo(function NearTile({ brief, distance, ...rest }: NearTileProps) {
  return (
    <PersonTile
      profileId={brief.profileId}
      name={brief.profileName}
      pictureId={brief.profilePicIds[0]}
      placeholder={brief.picPlaceholders?.[0]}
      {...rest}
    >
      {distance ?? numberText(brief.profileAge, locale())}
    </PersonTile>
  );
});

function nearText(place: SavedPlace | null): string {
  if (place === null) return t('near you');
  return isUnnamed(place) ? t('near the chosen place') : t('near {place}', { place: place.name });
}

function nobodyText(place: SavedPlace | null): string {
  if (place === null) return t('Nobody is near you right now.');
  return isUnnamed(place)
    ? t('Nobody is near the chosen place right now.')
    : t('Nobody is near {place} right now.', { place: place.name });
}

function NobodyNear({ find: { filter, place }, count }: Omit<TilesProps, 'near'>) {
  if (isFiltering(filter))
    return (
      <EmptyState icon={TilesIcon} text={t('Nobody near matches your filters right now.')}>
        <RelaxFilters filter={filter} count={count} />
      </EmptyState>
    );
  return (
    <EmptyState icon={TilesIcon} text={nobodyText(place)}>
      <Link to="/search/map" replace className={buttonClass({ look: 'main' })}>
        {t('Look further on the map')}
      </Link>
    </EmptyState>
  );
}
