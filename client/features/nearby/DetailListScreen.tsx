// /search/profile: detail cards of members nearby, nearest first, ten at a time, with filters that show how many they hide.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { testMode } from '#client/device/storage.ts';
import { onlineQuery } from '#client/people/online.queries.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { CloseIcon, FilterIcon, ListIcon, LocateIcon } from '#client/ui/icons.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { timeText } from '#client/ui/time-text.ts';
import { useStore } from '#client/device/store.ts';
import { DetailRow } from './DetailRow.tsx';
import { FilterChips, RelaxFilters } from './FilterChips.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { conditionsOf, listFilter, type ListFilter } from './list-filter.ts';
import { LocationPrompt } from './LocationPrompt.tsx';
import { PlacesSheet } from './PlacesSheet.tsx';
import { chosenPlace, roundedPlace, type SavedPlace } from './saved-places.ts';
import { noVisitsText, useSharesVisits } from './use-shares-visits.ts';
import { useDetailList, type DetailList } from './use-detail-list.ts';
import './detail-list.css';

const endText = 'There are no more profiles to show within the limits and filters you may have applied.';
const noIds: ReadonlySet<string> = new Set();

export function DetailListScreen() {
  const filter = useStore(listFilter);
  const place = useStore(chosenPlace);
  const [sheet, setSheet] = useState<'filters' | 'places' | null>(null);
  const list = useDetailList(filter, place);
  const sharesVisits = useSharesVisits();
  const centre = useMemo(() => (place === null ? null : roundedPlace(place)), [place]);
  const close = (): void => setSheet(null);
  return (
    <Page title="Details">
      <div className="stack">
        <div className="detail-bar">
          <span className="detail-count" role="status">
            {countText(list, place)}
          </span>
          <Button onClick={() => setSheet('places')}>
            <LocateIcon />
            Places
          </Button>
          <Button onClick={() => setSheet('filters')}>
            <FilterIcon />
            Filters
          </Button>
        </div>
        {place !== null && (
          <div className="row">
            <button
              type="button"
              className="filter-chip"
              onClick={() => chosenPlace.set(null)}
              aria-label={`Around ${place.name}. Back to where you are`}
            >
              {`Around ${place.name}`}
              <CloseIcon />
            </button>
            <span className="soft small">You are not shown there.</span>
          </div>
        )}
        <FilterChips filter={filter} count={list.count} />
        {filter.onlineNow && !sharesVisits && <Notice isStatic>{noVisitsText}</Notice>}
      </div>
      <Rows list={list} filter={filter} place={place} />
      {sheet === 'filters' && <FilterSheet filter={filter} centre={centre} onClose={close} />}
      {sheet === 'places' && <PlacesSheet onClose={close} />}
    </Page>
  );
}

interface RowsProps {
  readonly list: DetailList;
  readonly filter: ListFilter;
  readonly place: SavedPlace | null;
}

function Rows({ list, filter, place }: RowsProps) {
  const isTest = useStore(testMode);
  // Only known for members around your location; around another place, rows show the last visit instead.
  const { data: online = noIds } = useQuery({ ...onlineQuery(isTest), enabled: list.state === 'ready' && place === null });
  if (list.state === 'loading') return <RowsSkeleton />;
  if (list.state === 'no-position')
    return <LocationPrompt onLookAround={(centre) => chosenPlace.set({ name: 'a place', ...centre })} />;
  if (list.state !== 'ready') return <FailedState isOffline={list.state === 'offline'} onRetry={list.onRetry} />;
  if (list.briefs.length === 0) return <NoProfiles list={list} filter={filter} />;
  return (
    <>
      {list.isLost && list.asOfMs > 0 && <p className="soft small">As of {timeText(list.asOfMs)}</p>}
      {list.isCached && <p className="soft small">{offlineText(filter)}</p>}
      <ul className="detail-list">
        {list.briefs.map((brief, index) => (
          <DetailRow
            key={brief.profileId}
            brief={brief}
            detail={list.details.get(brief.profileId)}
            place={place === null ? null : roundedPlace(place)}
            isOnline={!list.isLost && online.has(brief.profileId)}
            asOfMs={list.asOfMs}
            isFirst={index < 5}
          />
        ))}
      </ul>
      {list.hasMore && <LoadMore isLoading={list.isLoadingMore} onMore={list.onMore} />}
      {!list.hasMore && <p className="detail-end soft">{endText}</p>}
    </>
  );
}

function NoProfiles({ list, filter }: Pick<RowsProps, 'list' | 'filter'>) {
  return (
    <EmptyState icon={ListIcon} text={endText}>
      <RelaxFilters filter={filter} count={list.count} />
      {conditionsOf(filter).length === 0 && (
        <Link to="/search/map" className={buttonClass({ look: 'main' })}>
          Look further on the map
        </Link>
      )}
    </EmptyState>
  );
}

function countText({ state, count, briefs, hasMore }: DetailList, place: SavedPlace | null): string {
  if (state !== 'ready') return '';
  const total = count?.count ?? briefs.length;
  const people = total === 1 ? '1 person' : `${total.toLocaleString('en-US')}${count === null && hasMore ? '+' : ''} people`;
  return place === null ? `${people} near you` : people;
}

function offlineText({ onlineNow, neverChatted }: ListFilter): string {
  const text = 'You are offline: these are the people stored on your device';
  return onlineNow || neverChatted ? `${text}. Online status and chats can’t be checked.` : `${text}.`;
}

function RowsSkeleton() {
  return (
    <div className="detail-list" aria-busy="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="detail-skeleton">
          <Skeleton shape="picture" />
          <Skeleton shape="card" />
        </div>
      ))}
    </div>
  );
}
