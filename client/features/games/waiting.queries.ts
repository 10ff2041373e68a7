// Counts of things that wait for the member's answer, kept up to date, and sentences for them.
import { tCount } from '#client/device/texts.ts';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { home, type Waiting } from '#shared/contract/home.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';

/** The device stores the counts, like the lists on Home. Live events of notifications keep those of cases and hellos up to date. */
const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: callAsQuery(home.getWaiting, {}),
  staleTime: 0,
  meta: { persist: true },
});

export const useWaiting = (): UseQueryResult<Waiting> => useQuery(waitingQuery);

export const waitingTexts = {
  cases: (count) => tCount(count, { one: 'A case to judge', other: '# cases to judge' }),
  hellos: (count) => tCount(count, { one: 'A hello to answer', other: '# hellos to answer' }),
  crops: (count) => tCount(count, { one: 'A crop of your picture to decide', other: '# crops of your pictures to decide' }),
} satisfies Record<keyof Waiting, (count: number) => string>;
