// Queries for access to your private pictures, and mutations to grant or revoke it.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { grants, type grantLastsMs } from '#shared/contract/grants.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';

/** In milliseconds; null lasts until revoked. */
export type GrantDuration = (typeof grantLastsMs)[number] | null;

export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: callAsQuery(grants.getPicGrants, { query: {} }),
  staleTime: 0,
});

/** One member's grant, as a list of at most one. */
export const grantQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['grants', profileId],
    queryFn: callAsQuery(grants.getPicGrants, { query: { profileId } }),
    staleTime: 0,
  });

export function useShare(profileId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (lastsMs: GrantDuration) => call(grants.putPicGrant, { body: { profileId, lastsMs } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['grants'] }),
  });
}

/** Revokes the access of everyone if `profileId` is missing. */
export function useRevokeGrants(profileId?: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(grants.deletePicGrants, { query: { profileId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['grants'] }),
  });
}
