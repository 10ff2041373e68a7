// Profiles as queries, and changes of the own one: shown at once, sent one after the other, made again on a newer state.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { profiles, type Profile } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { sessionRecord, useOwnProfileId } from '#client/device/session-record.ts';
import { callTagged } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { profileStore, savedFirst } from '#client/offline/saved-first.ts';

export type ProfileFields = Pick<
  Profile,
  'profilename' | 'profilePicIds' | 'profilePicIdsPrivate' | 'birthdate' | 'height' | 'weight' | 'description' | 'characteristics'
>;

/** What changes, said of the state it is made on, so that it can be made again on a newer one. */
export type Change = (profile: Profile) => Partial<ProfileFields>;

const savingKey = ['save-profile'];
const etagKey = (id: string) => ['profile-etag', id];
/** A third device can't keep two others from ever getting a word in. */
const triesMost = 4;

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: savedFirst<Profile>(profileStore(sessionRecord.get()?.profileId ?? '', id), async ({ signal, client }, held) => {
      const args = { params: { id }, query: { admin: false } };
      const { reply, etag } = await callTagged(profiles.getProfile, args, { signal, background: held !== undefined });
      client.setQueryData(etagKey(id), etag);
      return reply;
    }),
    refetchOnReconnect: 'always',
    enabled: id !== '',
    refetchInterval: limits.profileRefetchMs,
    // Somebody who is not there does not come by asking again.
    retry: (failures, error) => !(error instanceof Refused) && failures < 2,
  });

/** The own profile as the server has it, with the changes on top that are on their way there. */
export function useOwnProfile() {
  const { data, error, refetch } = useQuery({ ...profileQuery(useOwnProfileId()), meta: { persist: true } });
  const waiting = useMutationState<Change>({
    filters: { mutationKey: savingKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const profile = data && waiting.reduce<Profile>((shown, change) => ({ ...shown, ...change(shown) }), data);
  return { profile, error, refetch };
}

/** Changes the own profile. Where another device was first, the change is made again on what that one stored. */
export function useSaveProfile() {
  const queries = useQueryClient();
  const id = useOwnProfileId();
  return useMutation({
    mutationKey: savingKey,
    scope: { id: 'save-profile' },
    mutationFn: (change: Change) => save(queries, id, change),
    onSuccess: ({ reply, etag }) => {
      queries.setQueryData(profileQuery(id).queryKey, reply);
      queries.setQueryData(etagKey(id), etag);
    },
  });
}

async function save(queries: QueryClient, id: string, change: Change) {
  for (let tries = 1; ; tries++) {
    // A refetch that is on its way would bring back what is being changed.
    await queries.cancelQueries({ queryKey: profileQuery(id).queryKey });
    const current = await queries.ensureQueryData(profileQuery(id));
    const etag = queries.getQueryData<string | null>(etagKey(id)) ?? undefined;
    try {
      return await callTagged(
        profiles.putProfile,
        { body: wholeOf(current, change) },
        etag === undefined ? {} : { ifMatch: etag },
      );
    } catch (error) {
      if (!(error instanceof Refused && error.status === 412) || tries === triesMost) throw error;
      await queries.fetchQuery({ ...profileQuery(id), staleTime: 0 });
    }
  }
}

/** The server takes the whole profile. */
function wholeOf(current: Profile, change: Change) {
  const { id, profilename, profilePicIds, profilePicIdsPrivate, birthdate, height, weight, description, characteristics } =
    current;
  const lists = { profilePicIds, profilePicIdsPrivate, characteristics };
  return { id, profilename, birthdate, height, weight, description, ...lists, ...change(current) };
}

/** After the server itself changed the own profile: a replaced or removed picture. */
export function useRefreshOwnProfile(): () => Promise<unknown> {
  const queries = useQueryClient();
  const id = useOwnProfileId();
  return () => queries.fetchQuery({ ...profileQuery(id), staleTime: 0 });
}
