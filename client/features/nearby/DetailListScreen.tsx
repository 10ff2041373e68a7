// The screen with the detail list (/search/profile): members nearby, nearest first, ten at a time, with filters.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useOnline } from '#client/people/use-online.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { FailedState } from '#client/ui/FailedState.tsx';
import { ListIcon } from '#client/ui/icons.tsx';
import { MorePages } from '#client/net/MorePages.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton, SkeletonPerson } from '#client/ui/Skeleton.tsx';
import { timeText } from '#client/ui/time-text.ts';
import { RovingList } from '#client/ui/RovingList.tsx';
import { storedPeopleText } from './stored-people-text.ts';
import { DetailRow } from './DetailRow.tsx';
import { FindBar } from './FindBar.tsx';
import { isFiltering, type ListFilter } from './list-filter.ts';
import { LocationPrompt } from './LocationPrompt.tsx';
import { RelaxFilters } from './RelaxFilters.tsx';
import { lookAround, type SavedPlace } from './saved-places.ts';
import { noVisitsText, useSharesVisits } from './use-shares-visits.ts';
import { useDetailList, type DetailList } from './use-detail-list.ts';
import { useFind, type Find } from './use-find.ts';
import { useTraitFit } from './use-trait-fit.ts';
import './detail-list.css';

/** In English. */
const endText = 'There are no more profiles to show within the limits and filters you may have applied.';

export function DetailListScreen() {
  const find = useFind();
  const { filter, place, centre } = find;
  const list = useDetailList(filter, centre);
  const sharesVisits = useSharesVisits();
  return (
    <Page title={t('Details')} top={<FindBar current="/search/profile" find={find} count={list.count} />}>
      <p className="detail-count soft small" role="status">
        {countText(list, place)}
      </p>
      {filter.onlineNow && !sharesVisits && <Notice isStatic>{t(noVisitsText)}</Notice>}
      <Rows list={list} find={find} />
    </Page>
  );
}

interface RowsProps {
  readonly list: DetailList;
  readonly find: Find;
}

function Rows({ list, find: { filter, centre } }: RowsProps) {
  const online = useOnline(useMemo(() => list.briefs.map(({ profileId }) => profileId), [list.briefs]));
  const rows = useRef<HTMLUListElement>(null);
  const fitting = useTraitFit(rows, list.state === 'ready' && list.briefs.length > 0);
  if (list.state === 'loading') return <RowsSkeleton />;
  if (list.state === 'no-position') return <LocationPrompt onLookAround={lookAround} />;
  if (list.state !== 'ready')
    return <FailedState isOffline={list.state === 'offline'} onRetry={() => void list.query.refetch()} />;
  if (list.briefs.length === 0) return <NoProfiles list={list} filter={filter} />;
  return (
    <>
      {list.isLost && list.asOfMs > 0 && <p className="soft small">{t('As of {time}', { time: timeText(list.asOfMs) })}</p>}
      {list.isCached && <p className="soft small">{storedPeopleText(filter)}</p>}
      <RovingList className="detail-list" list={rows}>
        {list.briefs.map((brief, index) => (
          <DetailRow
            key={brief.profileId}
            brief={brief}
            detail={list.details.get(brief.profileId)}
            centre={centre}
            isOnline={online.has(brief.profileId)}
            asOfMs={list.asOfMs}
            isFirst={index < 5}
            fitting={fitting}
          />
        ))}
      </RovingList>
      <MorePages query={list.query} />
      {!list.hasMore && <p className="detail-end soft">{t(endText)}</p>}
    </>
  );
}

function NoProfiles({ list, filter }: { readonly list: DetailList; readonly filter: ListFilter }) {
  return (
    <EmptyState icon={ListIcon} text={t(endText)}>
      <RelaxFilters filter={filter} count={list.count} />
      {!isFiltering(filter) && (
        <Link to="/search/map" replace className={buttonClass({ look: 'main' })}>
          {t('Look further on the map')}
        </Link>
      )}
    </EmptyState>
  );
}

function countText({ state, count, briefs, hasMore }: DetailList, place: SavedPlace | null): string {
  if (state !== 'ready') return '';
  const total = count?.count ?? briefs.length;
  const isMore = count === null && hasMore;
  if (place === null)
    return isMore
      ? tCount(total, { one: '# person near you', other: '#+ people near you' })
      : tCount(total, { one: '# person near you', other: '# people near you' });
  return isMore ? tCount(total, { one: '# person', other: '#+ people' }) : tCount(total, { one: '# person', other: '# people' });
}

function RowsSkeleton() {
  return (
    <div className="detail-list" aria-busy="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="detail-row detail-skeleton person-portrait">
          <SkeletonPerson />
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
