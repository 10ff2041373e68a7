// The query for what waits for the member.
import { queryOptions } from '@tanstack/react-query';
import { home } from '#shared/contract/home.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';

/** Stored on the device, like the lists beside it. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: callAsQuery(home.getWaiting, {}),
  staleTime: 0,
  meta: { persist: true },
});
