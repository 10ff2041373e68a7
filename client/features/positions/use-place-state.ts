// Tells whether the server has a position of the member, which lists by distance need, and when it may have changed.
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { locationHidden } from '#client/device/location-hidden.ts';
import { locationReport } from '#client/device/location-report.ts';
import { reportingPaused } from '#client/device/reporting-pause.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { listCentre } from './own-location.ts';

/** True once the server has accepted a report of this tab. */
export const useIsPlaced = (): boolean => useStore(listCentre) !== null;

/** The time of the last move that may have changed what others see. Until the first one, that of the first use. */
export function useMovedMs(): number {
  const [movedMs, setMovedMs] = useState(Date.now);
  useEffect(() => listCentre.subscribe(() => setMovedMs(Date.now())), []);
  return movedMs;
}

/** After this time without a reply to a report, the server is asked anyway. Its answer says what is wrong. */
const longestWaitMs = 10_000;

/**
 * `coming`: this device is about to report a position. `known`: the server can be asked, also for hidden members, who may have
 * a position. `none`: neither.
 */
export function usePlaceState(): 'known' | 'coming' | 'none' {
  const isPlaced = useIsPlaced();
  const isHidden = useStore(locationHidden);
  const isPaused = useStore(reportingPaused);
  const { reported } = useStore(locationReport);
  const { data } = useQuery({ ...profileQuery(useOwnProfileId()), refetchInterval: false });
  const isKnown = isPlaced || isHidden || (data !== undefined && data.lat !== null);
  const isComing = !isKnown && reported !== null && !isPaused;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => setLate(true), longestWaitMs);
    return () => clearTimeout(timer);
  }, [isComing]);
  if (isKnown || (isComing && isLate)) return 'known';
  return isComing ? 'coming' : 'none';
}
