// Loads the broadcasts of a sector page by page, and on demand those of the sectors around it.
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
import { endQuery, mayHaveOlder } from '#client/offline/conversations/list-ends.ts';
import { useStore } from '#client/device/store.ts';
import { polledSector } from './polled.queries.ts';
import { mergeSectors, sectorsToLoad, type LoadedSector } from './shown-broadcasts.ts';

export interface Area {
  /** Undefined until it is loaded. */
  readonly near: readonly Broadcast[] | undefined;
  /** Null until `loadMore` requests the sectors around. */
  readonly around: readonly Broadcast[] | null;
  readonly error: Error | null;
  /** `none` means that everything is loaded, near and around. */
  readonly more: 'more' | 'loading' | 'failed' | 'none';
  /** Loads the sector's older messages, then the messages of the sectors around it, then their older ones. */
  readonly loadMore: () => void;
}

/** The component must have the sector as its `key`, so that each sector has its own state. */
export function useArea(sector: string): Area {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  // The socket brings no broadcasts of other test users.
  const includeTestData = useStore(debugMode);
  const hasLiveEvents = useStore(isLive) && !includeTestData;
  const [includesRing, setIncludesRing] = useState(false);
  const [step, setStep] = useState<'idle' | 'loading' | 'failed'>('idle');
  const sectors = useMemo(
    () => [sector, ...(includesRing ? ringOfSectors(sector, limits.broadcastsRadius) : [])],
    [sector, includesRing],
  );
  useWatchedSectors(sectors);

  const results = useQueries({
    queries: sectors.map((key) => polledSector(ownId, key, { includeTestData, hasLiveEvents })),
  });
  const ends = useQueries({ queries: sectors.map((key) => endQuery(broadcastsQuery(ownId, key, includeTestData).queryKey)) });
  const loaded = sectors.map((_, index): LoadedSector => {
    const items = results[index]?.data ?? [];
    return { items, hasMore: mayHaveOlder(ends[index]?.data, items, limits.broadcastsPage) };
  });
  const [near, ...around] = loaded;

  async function loadOlder(indices: readonly number[]): Promise<void> {
    setStep('loading');
    try {
      for (const index of indices) await loadOlderBroadcasts(queries, ownId, sectors[index] ?? sector, includeTestData);
      setStep('idle');
    } catch {
      setStep('failed');
    }
  }

  const pending = results.filter(({ data }) => data === undefined);
  const failed = pending.filter(({ error }) => error !== null);
  const incomplete = near?.hasMore ? [0] : sectorsToLoad(around).map((index) => index + 1);

  return {
    near: results[0]?.data,
    around: includesRing ? mergeSectors(around) : null,
    error: results[0]?.data === undefined ? (results[0]?.error ?? null) : null,
    more: loadState(),
    loadMore() {
      if (failed.length > 0) for (const { refetch } of failed) void refetch();
      else if (incomplete.length > 0) void loadOlder(incomplete);
      else {
        setStep('idle');
        setIncludesRing(true);
      }
    },
  };

  function loadState(): Area['more'] {
    if (failed.length > 0 || step === 'failed') return 'failed';
    if (pending.length > 0 || step === 'loading') return 'loading';
    return incomplete.length > 0 || !includesRing ? 'more' : 'none';
  }
}
