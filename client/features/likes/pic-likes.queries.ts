// Queries and mutations of picture likes, and hooks that return those waiting in the outbox and those refused.
import { t } from '#client/device/texts.ts';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { likes, type ProfilePicLike, type ProfilePicLikeListed } from '#shared/contract/likes.ts';
import { likeLabel, toggledLike, type StoredLikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { cachedFirst, listStore } from '#client/offline/cached-first.ts';
import { likedPicsKey } from '#client/offline/cached-pic-likes.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import type { PicLikesList } from './likes-lists.ts';
import { invalidateLikes, likesPagesQuery } from './likes.queries.ts';

export const picLikesListQuery = (list: PicLikesList, ownId: string) =>
  likesPagesQuery<ProfilePicLikeListed>(list, ownId, (before, options) => {
    const args = { params: { id: ownId }, query: { before } };
    return list === 'profilelikedyourpics'
      ? call(likes.getPicLikesByLiked, args, options)
      : call(likes.getPicLikesByLiker, args, options);
  });

/** Ids of a profile's pictures that you like. */
function likedPicsQuery(ownId: string, profileId: string) {
  const queryKey = likedPicsKey(ownId, profileId);
  return queryOptions({
    queryKey,
    queryFn: cachedFirst<string[]>(listStore(ownId, queryKey), async ({ signal }) => {
      const ids: string[] = [];
      for (let before: number | undefined; ;) {
        const query = { before, profilePicProfileId: profileId };
        const page = await call(likes.getPicLikesByLiker, { params: { id: ownId }, query }, { signal });
        ids.push(...page.map(({ profilePicId }) => profilePicId));
        if (page.length < limits.likesPage) return ids;
        before = page.at(-1)?.tsCreated;
      }
    }),
    refetchOnReconnect: 'always',
    staleTime: limits.likesStaleMs,
    enabled: ownId !== '' && profileId !== '' && ownId !== profileId,
  });
}

export function useRatePic(profilePicProfileId: string): (profilePicId: string, likeType: StoredLikeType) => Promise<void> {
  const likerProfileId = useOwnProfileId();
  const queries = useQueryClient();
  return (profilePicId, likeType) => ratePic(queries, { likerProfileId, profilePicId, profilePicProfileId, likeType });
}

/** Resolves when the rating is in the outbox, or on the server if the device can store nothing. */
export async function ratePic(
  queries: QueryClient,
  body: Pick<ProfilePicLike, 'likerProfileId' | 'profilePicId' | 'profilePicProfileId'> & { readonly likeType: StoredLikeType },
): Promise<void> {
  const options = { profile: body.likerProfileId, label: t('A picture you rated') };
  const reply = await enqueueOrCall(likes.putProfilePicLike, { body }, options);
  if (reply !== null) await invalidateLikes(queries);
}

/** Your like of a picture, with a waiting write applied. */
export function usePicLike(profileId: string, pictureId: string) {
  const { data, error } = useQuery(likedPicsQuery(useOwnProfileId(), profileId));
  const pending = usePending(`pic-like:${pictureId}`).findLast(({ state }) => state !== 'failed');
  const rate = useRatePic(profileId);
  const isLiked = pending === undefined ? data?.includes(pictureId) === true : likeTypeOf(pending) === 'LIKE';
  const likeType = isLiked ? 'LIKE' : 'UNDETERMINED';
  return {
    isLiked,
    label: likeLabel(likeType),
    /** True once the state is loaded, and also while the device is offline. */
    isKnown: data !== undefined || pending !== undefined || error instanceof ConnectionLost,
    toggle: () => rate(pictureId, toggledLike(likeType) === 'LIKE' ? 'LIKE' : 'DISLIKE'),
  };
}

export const usePendingPicLikes = (): readonly OutboxEntry[] => usePending(isPendingPicLike);

export const useRefusedPicLikes = (): readonly OutboxEntry[] => usePending(isRefusedPicLike);

const isPendingPicLike = ({ queue, state }: OutboxEntry): boolean => state !== 'failed' && queue.startsWith('pic-like:');
const isRefusedPicLike = ({ queue, state }: OutboxEntry): boolean => state === 'failed' && queue.startsWith('pic-like:');
const likeTypeOf = ({ body }: OutboxEntry): unknown => Reflect.get(Object(body), 'likeType');
