// The query for the counts of what waits for the member's answer.
import { queryOptions } from '@tanstack/react-query';
import { home } from '#shared/contract/home.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';

/** The device stores it, like the lists on the same screen. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: callAsQuery(home.getWaiting, {}),
  staleTime: 0,
  meta: { persist: true },
});
