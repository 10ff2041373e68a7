// Queries and mutations of Cooties, health reports and the Welcome Committee. The device stores none of them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { cooties, health, welcome, type OwnWelcome } from '#shared/contract/community.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { showReply } from '#client/net/show-reply.ts';
import { invalidate, refetched } from '#client/offline/invalidate.ts';
import { ownGamesQuery } from './games.queries.ts';

export const cootiesQuery = queryOptions({
  queryKey: ['games', 'cooties'],
  queryFn: callAsQuery(cooties.getCooties, {}),
  staleTime: 0,
});

export function usePlayCooties() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isPlaying: boolean) => call(cooties.putCooties, { body: { isPlaying } }),
    onSuccess: (own) => showReply(queries, cootiesQuery.queryKey, own),
  });
}

/** Not cached, because each chat changes the members to choose from. */
export const healthReportQuery = queryOptions({
  queryKey: ['games', 'health'],
  queryFn: callAsQuery(health.getHealthReporting, {}),
  staleTime: 0,
  gcTime: 0,
});

export function useReportHealth() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (profileIds: string[]) => call(health.postHealthReport, { body: { profileIds } }),
    // Refetched also after a failure, because only the reply may have been lost.
    onSettled: () => invalidate(queries, healthReportQuery.queryKey),
  });
}

export const welcomeQuery = queryOptions({
  queryKey: ['games', 'welcome', 'own'],
  queryFn: callAsQuery(welcome.getWelcome, {}),
  staleTime: 0,
});

export const newcomersQuery = queryOptions({
  queryKey: ['games', 'welcome', 'newcomers'],
  queryFn: callAsQuery(welcome.getNewcomers, {}),
  staleTime: 0,
});

export const hellosQuery = queryOptions({
  queryKey: ['games', 'welcome', 'hellos'],
  queryFn: callAsQuery(welcome.getHellos, {}),
  staleTime: 0,
});

type Choice = Partial<Pick<OwnWelcome, 'isGreeter' | 'isGreeted' | 'showsVouches'>>;

/** Changes the member's choices, one request at a time. */
export function useChooseWelcome() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'welcome' },
    mutationFn: (choice: Choice) => call(welcome.putWelcome, { body: choice }),
    onSuccess: (own) => {
      showReply(queries, welcomeQuery.queryKey, own);
      invalidate(queries, newcomersQuery.queryKey);
      invalidate(queries, ['games', 'vouches']);
    },
  });
}

export function useSayHello() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (profileId: string) => call(welcome.postHello, { body: { profileId } }),
    onSettled: () => invalidate(queries, ['games', 'welcome']),
  });
}

export function useVouch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly profileId: string; readonly isVouchedFor: boolean }) => call(welcome.putVouch, { body }),
    onSettled: (_, __, { profileId }) =>
      Promise.all([refetched(queries, hellosQuery.queryKey), refetched(queries, vouchesQuery(profileId).queryKey)]),
  });
}

const vouchesStaleMs = 300_000;

export const vouchesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['games', 'vouches', profileId],
    queryFn: callAsQuery(welcome.getVouches, { params: { id: profileId } }),
    staleTime: vouchesStaleMs,
  });

export function useRefetchScores(): () => void {
  const queries = useQueryClient();
  return () => invalidate(queries, ownGamesQuery.queryKey);
}
