// A hook that says which members on a screen are online.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { testMode } from '#client/device/storage.ts';
import { useStore } from '#client/device/store.ts';
import { onlineQuery } from './online.queries.ts';

const noIds: ReadonlySet<string> = new Set();

/** As far as the map or a list has loaded it. */
export function useOnline(ids: readonly string[]): ReadonlySet<string> {
  const isTest = useStore(testMode);
  const { data: online = noIds } = useQuery({ ...onlineQuery(isTest), enabled: false });
  return useMemo(() => new Set(ids.filter((id) => online.has(id))), [ids, online]);
}
