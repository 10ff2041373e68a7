// "Near you now": a row with the pictures of the nearest members. Without a position, it asks the member where they are.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { testMode } from '#client/device/storage.ts';
import { useStore } from '#client/device/store.ts';
import { WhereAreYou } from '#client/features/nearby/WhereAreYou.tsx';
import { nearestQuery } from '#client/features/nearby/nearby.queries.ts';
import { useMovedMs, usePlaceState } from '#client/features/positions/use-place-state.ts';
import { useNearSectors } from '#client/features/nearby/use-near-sectors.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { reachability } from '#client/net/reachability.ts';
import { NearTiles } from '#client/people/NearTiles.tsx';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { useNotBlocked } from '#client/people/waiting-blocks.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { timeText } from '#client/ui/time-text.ts';
import { useIsServerErrorShown } from '#client/ui/server-error-shown.ts';
import { inShownOrder } from './shown-order.ts';
import { tryAgain } from './try-again.ts';
import { useLastError } from './use-last-error.ts';
import '#client/ui/failed.css';

const facesShown = 8;
const noBriefs: readonly ProfileBrief[] = [];
const noIds: readonly string[] = [];

export function NearNow() {
  const queries = useQueryClient();
  const { isLost } = useStore(reachability);
  const place = usePlaceState();
  const near = useInfiniteQuery({ ...nearestQuery(useStore(testMode), null), enabled: place === 'known' });
  const { data, dataUpdatedAt, fetchStatus } = near;
  const own = useOwnProfile();
  // Without the profile, this device does not know whether the server has a position.
  const isPlaceUnknown = place !== 'known' && own.profile === undefined;
  const error = useLastError(isPlaceUnknown ? own.error : near.error, data !== undefined);
  const isServerErrorShown = useIsServerErrorShown();
  const [shown, setShown] = useState<{ readonly ids: readonly string[]; readonly atMs: number }>({ ids: [], atMs: 0 });
  const movedMs = useMovedMs();
  // Faces keep their places until the member has moved. Then the nearest of the new place come first.
  const shownIds = shown.atMs < movedMs && movedMs <= dataUpdatedAt ? noIds : shown.ids;
  const nearest = useNotBlocked(data?.pages[0]?.briefs ?? noBriefs);
  const faces = useMemo(() => data && inShownOrder(nearest.slice(0, facesShown), shownIds), [data, nearest, shownIds]);
  const ids = faces?.map(({ profileId }) => profileId) ?? [];
  if (ids.join() !== shown.ids.join() || dataUpdatedAt !== shown.atMs) setShown({ ids, atMs: dataUpdatedAt });
  useNearSectors(faces);
  return (
    <section aria-labelledby="home-near">
      <div className="home-head">
        <h2 id="home-near">{t('Near you now')}</h2>
        {isLost && faces !== undefined && (
          <span className="soft small">{t('As of {time}', { time: timeText(dataUpdatedAt) })}</span>
        )}
        <Link to="/search/tile" className="home-more">
          {t('See all')}
        </Link>
      </div>
      {faces !== undefined && faces.length > 0 ? (
        <NearTiles of={faces} asksOnline={false} sizes="(min-width: 900px) 12vw, 28vw" />
      ) : (
        <div className="home-nobody" data-failed={(faces === undefined && error !== null) || undefined}>
          {withoutFaces()}
        </div>
      )}
    </section>
  );

  function withoutFaces(): ReactNode {
    if (faces !== undefined)
      return (
        <>
          <p>{t('Nobody is near you right now.')}</p>
          <Link to="/search/map" className={buttonClass()}>
            {t('Look further on the map')}
          </Link>
        </>
      );
    if ((place === 'none' && !isPlaceUnknown) || (error instanceof Refused && error.code === 'no-position')) return <NoPlace />;
    if (error === null && fetchStatus !== 'paused')
      return <SkeletonList count={facesShown} shape="picture" className="near-tiles" />;
    const isOffline = error === null || error instanceof ConnectionLost;
    return (
      <>
        <p className={isServerErrorShown && !isOffline ? 'said-already' : undefined}>
          {isOffline ? t('You are offline, and this is not on your device yet.') : t('This could not be loaded.')}
        </p>
        <Button onClick={() => void tryAgain(queries)}>{t('Try again')}</Button>
      </>
    );
  }
}

function NoPlace() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p>{t('Say where you are, and see who is near.')}</p>
      <Button look="main" onClick={() => setAsking(true)}>
        {t('Say where you are')}
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={t('Where are you?')}>
        <WhereAreYou isInDialog />
      </Dialog>
    </>
  );
}
