// Reads and changes the member's choice to hide on the map, and sends it to their account.
import { t } from '#client/device/texts.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { settings } from '#shared/contract/settings.ts';
import { hidingUnstored, locationHidden } from '#client/device/location-hidden.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { showReply } from '#client/net/show-reply.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import { refreshPending } from '#client/offline/outbox/use-pending.ts';

/**
 * Whether the member is hidden, and a function that hides or shows them. Their choice is sent even if they leave the page at once.
 */
export function useLocationHidden(): [isHidden: boolean, setHidden: (isHidden: boolean) => void] {
  const queries = useQueryClient();
  const ownId = useOwnProfileId();
  const setHidden = (isHidden: boolean): void => {
    locationHidden.set(isHidden);
    void storeHiding(queries, ownId);
  };
  return [useStore(locationHidden), setHidden];
}

let isStoring = false;

/** Puts the choice into the outbox, from which it is sent even if the app is closed. */
export async function storeHiding(queries: QueryClient, ownId: string): Promise<void> {
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
