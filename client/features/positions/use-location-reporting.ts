// Reports the member's location while they are logged in and reporting is not paused.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { locationHidden } from '#client/device/location-hidden.ts';
import { reportingPaused } from '#client/device/reporting-pause.ts';
import { useSessionRecord } from '#client/device/session-record.ts';
import { localKeys, readLocal } from '#client/device/storage.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { reachability } from '#client/net/reachability.ts';
import { useStore } from '#client/device/store.ts';
import { listCentre, ownLocation } from './own-location.ts';
import { useSharedHiding } from './use-shared-hiding.ts';

/** To be used once, in the frame around every member screen. */
export function useLocationReporting(): void {
  useSharedHiding();
  const isMember = useSessionRecord() !== null;
  const isPaused = useStore(reportingPaused);
  const { data: precision } = useQuery({ ...settingsQuery, select: (settings) => settings.positionPrecision });
  const queries = useQueryClient();

  useEffect(() => {
    if (!isMember || isPaused) return;
    ownLocation.start();
    return () => ownLocation.stop();
  }, [isMember, isPaused]);

  // The server applies a new precision to the next report, so one is sent.
  const reportedPrecision = useRef(precision);
  useEffect(() => {
    if (reportedPrecision.current !== undefined && reportedPrecision.current !== precision) ownLocation.reportNow();
    reportedPrecision.current = precision;
  }, [precision]);

  useEffect(() => {
    const stops = [
      locationHidden.subscribe(ownLocation.reportNow),
      listCentre.subscribe(() => void queries.invalidateQueries({ queryKey: ['nearby', 'nearest'] })),
      onContactBack(ownLocation.reportNow),
      syncWithOtherTabs(),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries]);
}

function onContactBack(callback: () => void): () => void {
  let wasLost = reachability.get().isLost;
  return reachability.subscribe(() => {
    const { isLost } = reachability.get();
    if (wasLost && !isLost) callback();
    wasLost = isLost;
  });
}

/** Two tabs that each reported their own state would move the member back and forth. */
function syncWithOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent): void => {
    if (key === localKeys.lastLocation) ownLocation.adopt(readLocal(localKeys.lastLocation));
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
