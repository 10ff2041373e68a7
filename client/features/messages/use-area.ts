// The messages of one sector and, on demand, of the ring of sectors around it, page by page and kept current.
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Broadcast } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { ringOfSectors } from '#shared/rules/sectors.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { debugMode } from '#client/device/storage.ts';
import { isLive } from '#client/net/live-store.ts';
import { useWatchedSectors } from '#client/net/use-watched-sectors.ts';
import { broadcastsQuery, loadOlderBroadcasts } from '#client/offline/conversations/broadcast-queries.ts';
import { endQuery, goesOn } from '#client/offline/conversations/list-ends.ts';
import { useStore } from '#client/device/store.ts';
import { polledSector } from './polled.queries.ts';
import { joinedSectors, sectorsToAsk, type KnownSector } from './shown-broadcasts.ts';

export interface Area {
  /** Undefined while loading. */
  readonly near: readonly Broadcast[] | undefined;
  /** Null until the member asks for it. */
  readonly around: readonly Broadcast[] | null;
  /** Why the own sector could not be loaded. */
  readonly error: Error | null;
  /** `none`: nothing left, near or around. */
  readonly more: 'more' | 'loading' | 'failed' | 'none';
  /** Older ones of the own sector, then the ring around it, then older ones of that. */
  readonly loadMore: () => void;
}

/** Use it in a component with the sector as `key`, so that another sector starts over. */
export function useArea(sector: string): Area {
  const own = useOwnProfileId();
  const client = useQueryClient();
  // The socket sends no events of test users.
  const includeTestData = useStore(debugMode);
  const hasLiveEvents = useStore(isLive) && !includeTestData;
  const [isWide, setWide] = useState(false);
  const [step, setStep] = useState<'rest' | 'loading' | 'failed'>('rest');
  const sectors = useMemo(() => [sector, ...(isWide ? ringOfSectors(sector, limits.broadcastsRadius) : [])], [sector, isWide]);
  useWatchedSectors(sectors);

  const results = useQueries({
    queries: sectors.map((one) => polledSector(own, one, { includeTestData, hasLiveEvents })),
  });
  const ends = useQueries({ queries: sectors.map((one) => endQuery(broadcastsQuery(own, one, includeTestData).queryKey)) });
  const known = sectors.map((_, place): KnownSector => {
    const items = results[place]?.data ?? [];
    return { items, hasMore: goesOn(ends[place]?.data, items, limits.broadcastsPage) };
  });
  const [near, ...around] = known;

  async function loadOlder(places: readonly number[]): Promise<void> {
    setStep('loading');
    try {
      for (const place of places) await loadOlderBroadcasts(client, own, sectors[place] ?? sector, includeTestData);
      setStep('rest');
    } catch {
      setStep('failed');
    }
  }

  const unknown = results.filter(({ data }) => data === undefined);
  const lost = unknown.filter(({ error }) => error !== null);
  const toAsk = near?.hasMore ? [0] : sectorsToAsk(around).map((place) => place + 1);

  return {
    near: results[0]?.data,
    around: isWide ? joinedSectors(around) : null,
    error: results[0]?.data === undefined ? (results[0]?.error ?? null) : null,
    more: moreOf(),
    loadMore() {
      if (lost.length > 0) for (const { refetch } of lost) void refetch();
      else if (toAsk.length > 0) void loadOlder(toAsk);
      else {
        setStep('rest');
        setWide(true);
      }
    },
  };

  function moreOf(): Area['more'] {
    if (lost.length > 0 || step === 'failed') return 'failed';
    if (unknown.length > 0 || step === 'loading') return 'loading';
    return toAsk.length > 0 || !isWide ? 'more' : 'none';
  }
}
