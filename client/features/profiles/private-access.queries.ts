// Queries for who may see one's private pictures, and mutations to share them or to end that.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { grants, type grantLastsMs, type PicGrant } from '#shared/contract/grants.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { invalidate } from '#client/offline/invalidate.ts';

/** In ms. Null has no end. */
export type GrantDuration = (typeof grantLastsMs)[number] | null;

export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: callAsQuery(grants.getPicGrants, { query: {} }),
  staleTime: 0,
});

/** What the server knows of the access of one member: a list of at most one grant. */
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
    onSuccess: (stored) => {
      queries.setQueryData(grantQuery(profileId).queryKey, [stored]);
      invalidate(queries, grantsQuery.queryKey);
    },
  });
}

/** Ends the access of the member. Without `profileId` it ends that of everyone. */
export function useRevokeGrants(profileId?: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(grants.deletePicGrants, { query: { profileId } }),
    onSuccess: () => {
      const without = (held: PicGrant[] | undefined): PicGrant[] | undefined =>
        held?.filter((grant) => profileId !== undefined && grant.profileId !== profileId);
      queries.setQueryData(grantsQuery.queryKey, without);
      if (profileId !== undefined) queries.setQueryData(grantQuery(profileId).queryKey, without);
      invalidate(queries, grantsQuery.queryKey);
    },
  });
}
