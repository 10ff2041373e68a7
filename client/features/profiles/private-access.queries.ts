// Queries of grants of the own private pictures, and mutations to share or revoke.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { grants, type grantLastsMs } from '#shared/contract/grants.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';

/** Duration of a grant in ms; null until revoked. */
export type Lasts = (typeof grantLastsMs)[number] | null;

export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: callAsQuery(grants.getPicGrants, { query: {} }),
  staleTime: 0,
});

/** The grant of one member, as a list of one or none. */
export const grantQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['grants', profileId],
    queryFn: callAsQuery(grants.getPicGrants, { query: { profileId } }),
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
export function useRevokeGrants(profileId?: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(grants.deletePicGrants, { query: { profileId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['grants'] }),
  });
}
