// Queries and mutations of picture likes: the server's answer, overlaid by the outbox.
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { likes, type ProfilePicLikeListed } from '#shared/contract/likes.ts';
import { likeLabel, toggledLike, type LikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { listStore, cachedFirstPage } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { likesListKey, type PicLikesList } from './likes-lists.ts';

/** Newest first, 20 at a time; the first page is cached on the device. */
export const picLikesListQuery = (list: PicLikesList, ownId: string) => {
  const queryKey = likesListKey(list, ownId);
  return infiniteQueryOptions({
    queryKey,
    queryFn: cachedFirstPage<ProfilePicLikeListed[], number | undefined>(
      listStore(ownId, queryKey),
      ({ pageParam: before, signal, client }) => {
        const options = { signal, background: client.getQueryData(queryKey) !== undefined };
        const args = { params: { id: ownId }, query: { before } };
        return list === 'profilelikedyourpics'
          ? call(likes.getPicLikesByLiked, args, options)
          : call(likes.getPicLikesByLiker, args, options);
      },
    ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < limits.likesPage ? undefined : page.at(-1)?.tsCreated),
    refetchOnReconnect: 'always',
    staleTime: limits.likesStaleMs,
    enabled: ownId !== '',
  });
};

/** Ids of the pictures of one profile that the own one likes. */
const likedPicsQuery = (ownId: string, profileId: string) =>
  queryOptions({
    queryKey: ['likes', 'pics-of', ownId, profileId],
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      for (let before: number | undefined; ;) {
        const query = { before, profilePicProfileId: profileId };
        const page = await call(likes.getPicLikesByLiker, { params: { id: ownId }, query }, { signal });
        ids.push(...page.map(({ profilePicId }) => profilePicId));
        if (page.length < limits.likesPage) return ids;
        before = page.at(-1)?.tsCreated;
      }
    },
    staleTime: limits.likesStaleMs,
    enabled: ownId !== '' && profileId !== '' && ownId !== profileId,
  });

export type StoredLikeType = Exclude<LikeType, 'ERROR'>;

/** Rates pictures of one profile; resolves once the rating is in the outbox. */
export function useRatePic(profilePicProfileId: string): (profilePicId: string, likeType: StoredLikeType) => Promise<unknown> {
  const likerProfileId = useOwnProfileId();
  return (profilePicId, likeType) =>
    enqueue(
      likes.putProfilePicLike,
      { body: { likerProfileId, profilePicId, profilePicProfileId, likeType } },
      { profile: likerProfileId, label: 'A picture you rated' },
    );
}

/** The own like of one picture. */
export function usePicLike(profileId: string, pictureId: string) {
  const { data, error } = useQuery(likedPicsQuery(useOwnProfileId(), profileId));
  const waiting = usePending(`pic-like:${pictureId}`).findLast(({ state }) => state !== 'failed');
  const rate = useRatePic(profileId);
  const isLiked = waiting === undefined ? data?.includes(pictureId) === true : likeTypeOf(waiting) === 'LIKE';
  const likeType = isLiked ? 'LIKE' : 'UNDETERMINED';
  return {
    isLiked,
    label: likeLabel(likeType),
    /** True once the state is loaded, or can't be loaded without a connection. */
    isKnown: data !== undefined || waiting !== undefined || error instanceof ConnectionLost,
    toggle: () => rate(pictureId, toggledLike(likeType) === 'LIKE' ? 'LIKE' : 'DISLIKE'),
  };
}

/** Ratings waiting in the outbox. */
export const usePicLikesUnderWay = (): readonly OutboxEntry[] => usePending(isUnderWay);

/** Ratings that the server refused, with its reasons. */
export const useRefusedPicLikes = (): readonly OutboxEntry[] => usePending(isRefusedPicLike);

const isUnderWay = ({ queue, state }: OutboxEntry): boolean => state !== 'failed' && queue.startsWith('pic-like:');
const isRefusedPicLike = ({ queue, state }: OutboxEntry): boolean => state === 'failed' && queue.startsWith('pic-like:');
const likeTypeOf = ({ body }: OutboxEntry): unknown => Reflect.get(Object(body), 'likeType');
