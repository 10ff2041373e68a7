// The list beside the map, which shows the members in view by distance with links to their profile and chat.
import { t, tCount } from '#client/device/texts.ts';
import { memo, useId, useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { shownDistance } from '#shared/formats/measures.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import type { LocationPoint } from '#client/device/location-report.ts';
import { ChatLink } from '#client/people/ChatLink.tsx';
import { PersonRow } from '#client/people/Person.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon, MapIcon } from '#client/ui/icons.tsx';
import { keptState } from '#client/ui/kept-state.ts';
import { SkeletonPeople } from '#client/ui/Skeleton.tsx';
import { RovingList } from '#client/ui/RovingList.tsx';
import { useFocusNewEntry } from '#client/ui/use-focus-new-entry.ts';
import type { ListFilter } from './list-filter.ts';
import { nobodyText, zoomInText } from './MapMessage.tsx';
import type { MembersInView } from './use-members-in-view.ts';

export interface NearListProps {
  readonly members: MembersInView;
  readonly filter: ListFilter;
  /** The member's location, from which distances are measured. It is null if unknown. */
  readonly own: LocationPoint | null;
  /** While the member's location is unknown, the list is sorted by the distance from here, and shows no distances. */
  readonly viewCentre: Place;
  /** The function must be stable, since rows are memoized. */
  readonly onShow: (place: Place) => void;
  readonly onClose: () => void;
}

const pageSize = 60;

const useShownCount = keptState(pageSize);

export function NearList({ members, filter, own, viewCentre, onShow, onClose }: NearListProps) {
  const id = useId();
  const [shownCount, setShownCount] = useShownCount();
  const focusNewEntry = useFocusNewEntry();
  const { inView, online, isLoading, isTooMany, isUncounted, error, hasData, refetch } = members;
  const isFailed = error !== null && !hasData;
  const from = own === null ? viewCentre : { lat: own.lat, lon: own.lng };
  const sorted = useMemo(
    () =>
      inView
        .map((brief) => ({ brief, metres: distanceMetres({ lat: from.lat, lon: from.lon }, brief) }))
        .toSorted((a, b) => a.metres - b.metres),
    [inView, from.lat, from.lon],
  );
  return (
    <aside className="near-list" aria-labelledby={id}>
      <div className="near-head">
        <h2 id={id}>{t('In view')}</h2>
        {!isTooMany && !isFailed && !isLoading && <span className="soft small">{countText(inView.length)}</span>}
        <Button look="round" className="only-narrow" onClick={onClose} aria-label={t('Close the list')}>
          <CloseIcon />
        </Button>
      </div>
      {(inView.length > 0 || isLoading) && !isTooMany && (
        <p className="soft small">{t('Distances are rough: most people share an area, not a point.')}</p>
      )}
      {isFailed && (
        <>
          <p className="soft near-none">{t('The people here could not be loaded.')}</p>
          <Button onClick={refetch}>{t('Try again')}</Button>
        </>
      )}
      {isTooMany && <p className="soft near-none">{zoomInText(isUncounted)}</p>}
      {!isTooMany &&
        !isFailed &&
        inView.length === 0 &&
        (isLoading ? <SkeletonPeople count={9} /> : <p className="soft near-none">{nobodyText(filter)}</p>)}
      <RovingList>
        {sorted.slice(0, shownCount).map(({ brief, metres }) => (
          <Row
            key={brief.profileId}
            brief={brief}
            metres={own === null ? null : metres}
            isOnline={online.has(brief.profileId)}
            onShow={onShow}
          />
        ))}
      </RovingList>
      {sorted.length > shownCount && (
        <div className="near-more">
          <Button
            onClick={({ currentTarget }) => {
              focusNewEntry(currentTarget);
              setShownCount(shownCount + pageSize);
            }}
          >
            {t('Show more')}
          </Button>
        </div>
      )}
    </aside>
  );
}

interface RowProps {
  readonly brief: ProfileBrief;
  readonly metres: number | null;
  readonly isOnline: boolean;
  readonly onShow: (place: Place) => void;
}

/** The row is memoized, since the map moves more often than its members do. */
const Row = memo(function Row({ brief, metres, isOnline, onShow }: RowProps) {
  const units = useDistanceUnits();
  const { profileId, profileName, profileAge } = brief;
  const facts = [numberText(profileAge, locale()), ...(metres === null ? [] : [shownDistance(metres, units, locale())])];
  return (
    <li>
      <PersonRow profileId={profileId} name={profileName} of={brief} isOnline={isOnline} line={facts.join(' · ')}>
        <Button look="round" onClick={() => onShow(brief)} aria-label={t('Show {name} on the map', { name: profileName })}>
          <MapIcon />
        </Button>
        <ChatLink profileId={profileId} name={profileName} />
      </PersonRow>
    </li>
  );
});

const countText = (count: number): string => tCount(count, { one: '# person', other: '# people' });
