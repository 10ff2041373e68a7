// Hiding on the map is one choice for all devices: made here it is told to the account, made elsewhere it is followed here.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settings } from '#shared/contract/settings.ts';
import { hidingUntold, locationHidden } from '#client/device/location-hidden.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';

/** For the one part of the frame that is there on every screen of a member. */
export function useSharedHiding(): void {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({ ...settingsQuery, select: ({ hide }) => hide });

  useEffect(() => {
    if (data === undefined) return;
    // What was chosen without connection is newer than what the account says.
    if (hidingUntold.get()) void tell(queries);
    else locationHidden.set(data);
  }, [data, dataUpdatedAt, queries]);

  useEffect(
    () =>
      locationHidden.subscribe(() => {
        if (locationHidden.get() === queries.getQueryData(settingsQuery.queryKey)?.hide) return;
        hidingUntold.set(true);
        void tell(queries);
      }),
    [queries],
  );
}

/** Stays untold where nothing was heard: the next answer about the settings has it told again. */
async function tell(queries: QueryClient): Promise<void> {
  const hide = locationHidden.get();
  try {
    const stored = await call(settings.putSettings, { body: { hide } }, { background: true });
    // An answer that is still on its way may be older than this one.
    await queries.cancelQueries({ queryKey: settingsQuery.queryKey, exact: true });
    if (locationHidden.get() === hide) hidingUntold.set(false);
    queries.setQueryData(settingsQuery.queryKey, stored);
  } catch (error) {
    if (error instanceof Refused) hidingUntold.set(false);
  }
}
