// Counts of things that wait for the member's answer, kept up to date, and sentences for them.
import { tCount } from '#client/device/texts.ts';
import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { home, type Waiting } from '#shared/contract/home.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { onLive } from '#client/net/live-listeners.ts';

/** The device stores the counts, like the lists on Home. */
const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: callAsQuery(home.getWaiting, {}),
  staleTime: 0,
  meta: { persist: true },
});

export function useWaiting(): UseQueryResult<Waiting> {
  const queries = useQueryClient();
  // There is a notification for each new case, crop and hello.
  useEffect(() => onLive('notifications', () => void queries.invalidateQueries(waitingQuery)), [queries]);
  return useQuery(waitingQuery);
}

export const waitingTexts = {
  cases: (count) => tCount(count, { one: 'A case to judge', other: '# cases to judge' }),
  hellos: (count) => tCount(count, { one: 'A hello to answer', other: '# hellos to answer' }),
  crops: (count) => tCount(count, { one: 'A crop of your picture to decide', other: '# crops of your pictures to decide' }),
} satisfies Record<keyof Waiting, (count: number) => string>;
