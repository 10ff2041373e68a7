// Applies the account's choice to hide on the map to this device, and stores what an earlier page could not.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyHiding, hidingUnstored } from '#client/device/location-hidden.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { settingsQuery, settingsQueue, waitingChanges } from '#client/features/session/session.queries.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { storeHiding } from './use-location-hidden.ts';

/** Use it once, in the frame around all member screens. */
export function useHidingSync(): void {
  const queries = useQueryClient();
  const ownId = useOwnProfileId();
  const { data } = useQuery({ ...settingsQuery, select: ({ hide }) => hide });
  const waiting = usePending(settingsQueue);
  const hide = waitingChanges(waiting).reduce((current, change) => change.hide ?? current, data);
  const isUnstored = useStore(hidingUnstored);

  useEffect(() => {
    if (isUnstored) void storeHiding(queries, ownId);
    else if (hide !== undefined) applyHiding(hide);
  }, [isUnstored, hide, queries, ownId]);
}
