// Synchronises the choice to hide on the map between this device and the account.
import { t } from '#client/device/texts.ts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settings } from '#shared/contract/settings.ts';
import { applyHiding, hidingUnstored, locationHidden } from '#client/device/location-hidden.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { settingsQuery, settingsQueue, waitingChanges } from '#client/features/session/session.queries.ts';
import { showReply } from '#client/net/show-reply.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import { refreshPending, usePending } from '#client/offline/outbox/use-pending.ts';
import { useStore } from '#client/device/store.ts';

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

let isStoring = false;

/** From the outbox the choice is sent even if the app is closed. */
async function storeHiding(queries: QueryClient, ownId: string): Promise<void> {
  if (isStoring) return;
  isStoring = true;
  const hide = locationHidden.get();
  try {
    const options = { profile: ownId, label: t('Account Settings') };
    const stored = await enqueueOrCall(settings.putSettings, { body: { hide } }, options, { background: true });
    if (stored === null) await refreshPending();
    else showReply(queries, settingsQuery.queryKey, stored);
  } catch {
    // The server has refused it, so the account's choice is shown again.
  } finally {
    isStoring = false;
  }
  // The choice may have changed meanwhile.
  if (locationHidden.get() === hide) hidingUnstored.set(false);
  else await storeHiding(queries, ownId);
}
