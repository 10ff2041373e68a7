// With whom the own private pictures are shared, as a query, and sharing them or taking them back.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { grants, type grantLastsMs } from '#shared/contract/grants.ts';
import { ask } from '#client/net/ask.ts';
import { call } from '#client/net/call.ts';

/** For how long to share, in ms; null until it is taken back. */
export type Lasts = (typeof grantLastsMs)[number] | null;

export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: ask(grants.getPicGrants, { query: {} }),
  staleTime: 0,
});

/** What one member has; an empty list for nothing. */
export const grantQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['grants', profileId],
    queryFn: ask(grants.getPicGrants, { query: { profileId } }),
    staleTime: 0,
  });

export function useShare(profileId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (lastsMs: Lasts) => call(grants.putPicGrant, { body: { profileId, lastsMs } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['grants'] }),
  });
}

/** From one member, or without one from everybody. */
export function useTakeBack(profileId?: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(grants.deletePicGrants, { query: { profileId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['grants'] }),
  });
}
