// Queries for profiles, and the mutation to change your own.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { profiles, type Profile } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { sessionRecord, useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { showReply } from '#client/net/show-reply.ts';
import { profileStore, cachedFirst } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { isUnsent, etagOf, withPlaceholders, withWrites, writeProfile, type Change } from './profile-writes.ts';

const savingKey = ['save-profile'];
const maxTries = 4;

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: cachedFirst<Profile>(profileStore(sessionRecord.get()?.profileId ?? '', id), async ({ signal, client }, cached) => {
      const args = { params: { id }, query: { admin: false } };
      const loaded = await call(profiles.getProfile, args, { signal, background: cached !== undefined });
      const shown = client.getQueryData<Profile>(['profile', id]);
      // The reply to a change may be newer than this one.
      return shown !== undefined && shown !== cached && isOlder(loaded, shown) ? shown : loaded;
    }),
    refetchOnReconnect: 'always',
    enabled: id !== '',
    refetchInterval: limits.profileRefetchMs,
  });

const isOlder = (a: Profile, b: Profile): boolean => (a.version ?? 0) < (b.version ?? 0);

/** Your profile as the server has it (`stored`), and with changes that were not sent (`profile`). */
export function useOwnProfile() {
  const { data: stored, error, refetch, isLoading, isFetched, failureCount } = useQuery(profileQuery(useOwnProfileId()));
  const entries = usePending(isUnsent);
  const pending = useMutationState<Change>({
    filters: { mutationKey: savingKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const queued = stored && withWrites(stored, entries);
  const profile =
    queued && pending.reduce<Profile>((shown, change) => withPlaceholders(queued, { ...shown, ...change(shown) }), queued);
  // A query that has failed counts as loading again with each component that starts to use it.
  return { profile, stored, error, refetch, isLoading: isLoading && !isFetched && failureCount === 0 };
}

/**
 * Shows the change at once. Resolves when the change is in the outbox, or on the server if the device has no storage (`isQueued` is
 * then false).
 */
export function useChangeProfile() {
  const queries = useQueryClient();
  const id = useOwnProfileId();
  return useMutation({
    mutationKey: savingKey,
    scope: { id: 'save-profile' },
    mutationFn: async (change: Change) => {
      const stored = await queries.ensureQueryData(profileQuery(id));
      const isQueued = await writeProfile(stored, change).then(
        () => true,
        () => false,
      );
      if (!isQueued) showReply(queries, profileQuery(id).queryKey, await save(queries, id, change));
      return { isQueued };
    },
  });
}

/** Sends the change without the outbox. If another device was faster, it is applied again to the newer state. */
async function save(queries: QueryClient, id: string, change: Change): Promise<Profile> {
  for (let tries = 1; ; tries++) {
    // A running refetch would restore the old values.
    await queries.cancelQueries({ queryKey: profileQuery(id).queryKey });
    const current = await queries.ensureQueryData(profileQuery(id));
    const ifMatch = etagOf(current);
    try {
      return await call(profiles.putProfile, { body: { id, ...change(current) } }, ifMatch === null ? {} : { ifMatch });
    } catch (error) {
      if (!(error instanceof Refused && error.status === 412) || tries === maxTries) throw error;
      await queries.fetchQuery({ ...profileQuery(id), staleTime: 0 });
    }
  }
}
