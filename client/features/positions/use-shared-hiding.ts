// Hiding on the map is one choice for all devices: made here it is told to the account, made elsewhere it is followed here.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settings } from '#shared/contract/settings.ts';
import { followHiding, hidingUntold, locationHidden } from '#client/device/location-hidden.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';
import { isLater, Refused, ServerTrouble } from '#client/net/errors.ts';
import { useStore } from '#client/device/store.ts';

/** For the one part of the frame that is there on every screen of a member. */
export function useSharedHiding(): void {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({ ...settingsQuery, select: ({ hide }) => hide });
  const isUntold = useStore(hidingUntold);
  const isHidden = useStore(locationHidden);

  // What was chosen here is newer than what the account says, also where it was chosen without connection: each answer about the
  // settings has it told again.
  useEffect(() => {
    if (isUntold) void tell(queries);
    else if (data !== undefined) followHiding(data);
  }, [isUntold, isHidden, data, dataUpdatedAt, queries]);
}

/** When a server in trouble that names no time is told again. */
const laterMs = 30_000;

let isTelling = false;

async function tell(queries: QueryClient): Promise<void> {
  if (isTelling || !hidingUntold.get()) return;
  isTelling = true;
  const hide = locationHidden.get();
  try {
    const stored = await call(settings.putSettings, { body: { hide } }, { background: true });
    // An answer that is still on its way may be older than this one.
    await queries.cancelQueries({ queryKey: settingsQuery.queryKey, exact: true });
    queries.setQueryData(settingsQuery.queryKey, stored);
    if (locationHidden.get() === hide) hidingUntold.set(false);
    // Another device may have chosen since.
    void queries.invalidateQueries({ queryKey: settingsQuery.queryKey, exact: true });
  } catch (error) {
    if (error instanceof Refused && !isLater(error)) hidingUntold.set(false);
    // Where there is no connection, the first answer about the settings after it comes back is the sign.
    else if (error instanceof Refused || error instanceof ServerTrouble)
      setTimeout(() => void tell(queries), error.retryAfterMs ?? laterMs);
  } finally {
    isTelling = false;
  }
  // Chosen anew while this was on its way.
  if (locationHidden.get() !== hide) await tell(queries);
}
