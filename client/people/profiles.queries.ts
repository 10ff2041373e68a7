// Profiles as queries, and changes of the own one: shown at once, sent one after the other, rebased on a newer state.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { profiles, type Profile } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { sessionRecord, useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { profileStore, cachedFirst } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { isUnderWay, stateOf, withColours, withWrites, writeProfile, type Change } from './profile-writes.ts';

const savingKey = ['save-profile'];
/** Bounds the retries while other devices keep changing the profile. */
const maxTries = 4;

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: cachedFirst<Profile>(profileStore(sessionRecord.get()?.profileId ?? '', id), async ({ signal, client }, held) => {
      const args = { params: { id }, query: { admin: false } };
      const asked = await call(profiles.getProfile, args, { signal, background: held !== undefined });
      const shown = client.getQueryData<Profile>(['profile', id]);
      // A change of the own profile that was stored meanwhile has brought a newer state than this answer.
      return shown !== undefined && shown !== held && isOlder(asked, shown) ? shown : asked;
    }),
    refetchOnReconnect: 'always',
    enabled: id !== '',
    refetchInterval: limits.profileRefetchMs,
  });

const isOlder = (one: Profile, other: Profile): boolean => (one.version ?? 0) < (other.version ?? 0);

/** The own profile as the server has it (`stored`), and with the changes on top that are on their way there (`profile`). */
export function useOwnProfile() {
  const { data: stored, error, refetch } = useQuery(profileQuery(useOwnProfileId()));
  const entries = usePending(isUnderWay);
  const waiting = useMutationState<Change>({
    filters: { mutationKey: savingKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const kept = stored && withWrites(stored, entries);
  const profile = kept && waiting.reduce<Profile>((shown, change) => withColours(kept, { ...shown, ...change(shown) }), kept);
  return { profile, stored, error, refetch };
}

/**
 * Changes the own profile at once. Done when the change is safe on this device, from where it goes to the server; where the
 * device keeps nothing, when the server has it.
 */
export function useChangeProfile() {
  const queries = useQueryClient();
  const id = useOwnProfileId();
  return useMutation({
    mutationKey: savingKey,
    scope: { id: 'save-profile' },
    mutationFn: async (change: Change) => {
      const stored = await queries.ensureQueryData(profileQuery(id));
      const isKept = await writeProfile(stored, change).then(
        () => true,
        () => false,
      );
      if (!isKept) queries.setQueryData(profileQuery(id).queryKey, await save(queries, id, change));
      return { isKept };
    },
  });
}

/** Straight to the server. Where another device was first, the change is made again on what that one stored. */
async function save(queries: QueryClient, id: string, change: Change): Promise<Profile> {
  for (let tries = 1; ; tries++) {
    // A refetch that is on its way would bring back what is being changed.
    await queries.cancelQueries({ queryKey: profileQuery(id).queryKey });
    const current = await queries.ensureQueryData(profileQuery(id));
    const ifMatch = stateOf(current);
    try {
      return await call(profiles.putProfile, { body: { id, ...change(current) } }, ifMatch === null ? {} : { ifMatch });
    } catch (error) {
      if (!(error instanceof Refused && error.status === 412) || tries === maxTries) throw error;
      await queries.fetchQuery({ ...profileQuery(id), staleTime: 0 });
    }
  }
}
