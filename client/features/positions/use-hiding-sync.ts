// Synchronises the choice to hide on the map between this device and the account.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settings } from '#shared/contract/settings.ts';
import { applyHiding, hidingUnsent, locationHidden } from '#client/device/location-hidden.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';
import { isTemporaryRefusal, Refused, ServerError } from '#client/net/errors.ts';
import { showReply } from '#client/net/show-reply.ts';
import { useStore } from '#client/device/store.ts';

/** Use it once, in the frame around all member screens. */
export function useHidingSync(): void {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({ ...settingsQuery, select: ({ hide }) => hide });
  const isUnsent = useStore(hidingUnsent);
  const isHidden = useStore(locationHidden);

  // A choice that is not sent yet is newer than the account's. It is sent after each reply with the settings.
  useEffect(() => {
    if (isUnsent) void sendHiding(queries);
    else if (data !== undefined) applyHiding(data);
  }, [isUnsent, isHidden, data, dataUpdatedAt, queries]);
}

/** The delay before the next try, if the server's error has no Retry-After. */
const defaultRetryMs = 30_000;

let isSending = false;

async function sendHiding(queries: QueryClient): Promise<void> {
  if (isSending || !hidingUnsent.get()) return;
  isSending = true;
  const hide = locationHidden.get();
  try {
    const stored = await call(settings.putSettings, { body: { hide } }, { background: true });
    showReply(queries, settingsQuery.queryKey, stored);
    if (locationHidden.get() === hide) hidingUnsent.set(false);
    // Another device may have changed the setting in the meantime.
    void queries.invalidateQueries({ queryKey: settingsQuery.queryKey, exact: true });
  } catch (error) {
    if (error instanceof Refused && !isTemporaryRefusal(error)) hidingUnsent.set(false);
    // While offline, the next reply with the settings causes another try.
    else if (error instanceof Refused || error instanceof ServerError)
      setTimeout(() => void sendHiding(queries), error.retryAfterMs ?? defaultRetryMs);
  } finally {
    isSending = false;
  }
  // Sends again if the choice changed during the request.
  if (locationHidden.get() !== hide) await sendHiding(queries);
}
