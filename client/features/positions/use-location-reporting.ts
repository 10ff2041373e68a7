// Reports the member's location while they are logged in, unless reports are paused.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { locationHidden } from '#client/device/location-hidden.ts';
import { reportingPaused } from '#client/device/reporting-pause.ts';
import { useSessionRecord } from '#client/device/session-record.ts';
import { localKeys, readLocal } from '#client/device/storage.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { reachability } from '#client/net/reachability.ts';
import { useStore } from '#client/device/store.ts';
import { ownLocation, startReporting } from './own-location.ts';
import { useHidingSync } from './use-hiding-sync.ts';

/** Use it once, in the frame around all member screens. */
export function useLocationReporting(): void {
  useHidingSync();
  const profileId = useSessionRecord()?.profileId;
  const isPaused = useStore(reportingPaused);
  const { data: precision } = useQuery({ ...settingsQuery, select: (settings) => settings.positionPrecision });

  useEffect(() => {
    if (profileId === undefined || isPaused) return;
    const reporting = new AbortController();
    startReporting(profileId, reporting.signal);
    return () => reporting.abort();
  }, [profileId, isPaused]);

  // A new precision takes effect when the location is reported next.
  const reportedPrecision = useRef(precision);
  useEffect(() => {
    if (reportedPrecision.current !== undefined && reportedPrecision.current !== precision) ownLocation.reportNow();
    reportedPrecision.current = precision;
  }, [precision]);

  useEffect(() => {
    const stops = [locationHidden.subscribe(ownLocation.reportNow), onReconnect(ownLocation.reportNow), adoptFromOtherTabs()];
    return () => stops.forEach((stop) => stop());
  }, []);
}

function onReconnect(callback: () => void): () => void {
  let wasLost = reachability.get().isLost;
  return reachability.subscribe(() => {
    const { isLost } = reachability.get();
    if (wasLost && !isLost) callback();
    wasLost = isLost;
  });
}

/** All tabs use the same location. Different reports would move the member back and forth. */
function adoptFromOtherTabs(): () => void {
  const adopt = ({ key }: StorageEvent): void => {
    if (key === localKeys.lastLocation) ownLocation.adopt(readLocal(localKeys.lastLocation));
  };
  addEventListener('storage', adopt);
  return () => removeEventListener('storage', adopt);
}
