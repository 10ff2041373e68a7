// Queries and mutations of likes. The queries show the server's reply with waiting writes applied.
import { t } from '#client/device/texts.ts';
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { likes, type ProfileLike, type ProfileLikeListed } from '#shared/contract/likes.ts';
import { likeLabel, toggledLike, type LikeType, type StoredLikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { showReply } from '#client/net/show-reply.ts';
import { invalidate, refetched } from '#client/offline/invalidate.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { likeStore, listStore, cachedFirst, cachedFirstPage } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { say } from '#client/ui/header-messages.ts';
import { useStore } from '#client/device/store.ts';
import { hideMember, memberKeys } from '#client/people/member-queries.ts';
import { likeKey, likesKey, likesListKey, type LikesList, type PicLikesList } from './likes-lists.ts';
import { isPendingLike, pendingLikeChanges, likeQueue, type LikeChange } from './like-writes.ts';

const failedNoticeMs = 6_000;

export const likeQuery = (likerProfileId: string, likedProfileId: string) =>
  queryOptions({
    queryKey: likeKey(likerProfileId, likedProfileId),
    queryFn: cachedFirst<ProfileLike>(
      likeStore(likerProfileId, likedProfileId),
      callAsQuery(likes.getProfileLike, { query: { likerProfileId, likedProfileId } }),
    ),
    refetchOnReconnect: 'always',
    staleTime: limits.likesStaleMs,
    enabled: likerProfileId !== '',
  });

type CallOptions = Parameters<typeof call>[2];

/** One of the four lists of likes, newest first, 20 at a time. The device stores the first page. */
export function likesPagesQuery<Item extends { readonly tsCreated: number }>(
  list: LikesList | PicLikesList,
  ownId: string,
  fetchPage: (before: number | undefined, options: CallOptions) => Promise<Item[]>,
) {
  const queryKey = likesListKey(list, ownId);
  return infiniteQueryOptions({
    queryKey,
    queryFn: cachedFirstPage<Item[], number | undefined>(listStore(ownId, queryKey), ({ pageParam: before, signal, client }) =>
      fetchPage(before, { signal, background: client.getQueryData(queryKey) !== undefined }),
    ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < limits.likesPage ? undefined : page.at(-1)?.tsCreated),
    refetchOnReconnect: 'always',
    staleTime: limits.likesStaleMs,
    enabled: ownId !== '',
  });
}

export const likesListQuery = (list: LikesList, ownId: string) =>
  likesPagesQuery<ProfileLikeListed>(list, ownId, (before, options) =>
    list === 'profilelikedyou'
      ? call(likes.getLikesByLiked, { params: { id: ownId }, query: { before } }, options)
      : call(likes.getLikesByLiker, { params: { id: ownId }, query: { before, blocked: false } }, options),
  );

export interface Like {
  readonly likeType: LikeType;
  readonly isBlocked: boolean;
  readonly label: ReturnType<typeof likeLabel>;
  /** True once the state is loaded, and also while the device is offline. */
  readonly isKnown: boolean;
  /** The change that is waiting for a connection, or null. */
  readonly waiting: LikeChange | null;
  readonly toggle: () => void;
  /** Resolves when the change is stored on the server or in the outbox. Rejects if both failed. */
  readonly block: (blocked: boolean) => Promise<unknown>;
}

/** Your like and block of a member. */
export function useLike(likedProfileId: string): Like {
  const likerProfileId = useOwnProfileId();
  const { data, error } = useQuery(likeQuery(likerProfileId, likedProfileId));
  const { isLost } = useStore(reachability);
  const entries = usePending(likeQueue(likedProfileId));
  const change = useChangeLike();
  useRefusalNotice(entries);
  const pending = pendingLikeChanges(entries.filter(isPendingLike)).get(likedProfileId);
  const like: LikeChange = { ...(data ? likeChangeOf(data) : {}), ...pending };
  const likeType = like.likeType ?? 'UNDETERMINED';
  return {
    likeType,
    isBlocked: like.blocked ?? false,
    label: likeLabel(likeType),
    isKnown: data !== undefined || error instanceof ConnectionLost,
    waiting: isLost && pending !== undefined ? pending : null,
    toggle: () =>
      void change(likedProfileId, { likeType: storableType(toggledLike(likeType)) }, t('Like')).catch(() => undefined),
    block: (blocked) => change(likedProfileId, { blocked }, blocked ? t('Block') : t('Unblock')),
  };
}

/** Resolves when the change is stored on the server or in the outbox. If both failed, it rejects and the header shows an error. */
export function useChangeLike(): (likedProfileId: string, change: LikeChange, label: string) => Promise<void> {
  const queries = useQueryClient();
  const likerProfileId = useOwnProfileId();
  return async (likedProfileId, change, label) => {
    const args = { body: { likerProfileId, likedProfileId, ...change } };
    try {
      const reply = await enqueueOrCall(likes.putProfileLike, args, { profile: likerProfileId, label });
      if (reply === null) return;
      showReply(queries, likeQuery(likerProfileId, likedProfileId).queryKey, reply);
    } catch (error) {
      showLikeError();
      throw error;
    }
    if (change.blocked === true) hideMember(queries, likedProfileId);
    void invalidateLikes(queries);
    if (change.blocked === undefined) return;
    for (const queryKey of memberKeys(likerProfileId, likedProfileId)) invalidate(queries, queryKey);
  };
}

/** Drops likes that the server refused, and shows an error in the header. It is easy to like again. */
export function useRefusalNotice(entries: readonly OutboxEntry[]): void {
  useEffect(() => {
    const refused = entries.filter(({ state }) => state === 'failed');
    if (refused.length > 0) showLikeError();
    for (const { id } of refused) void outbox.drop(id);
  }, [entries]);
}

/** Refetches all lists of likes. */
export const invalidateLikes = (queries: QueryClient): Promise<void> => refetched(queries, likesKey);

export const showLikeError = () => say(t('That couldn’t be saved. Please try again.'), 'error', failedNoticeMs);

/** Replaces ERROR, which is neither stored nor sent. */
const storableType = (likeType: LikeType): StoredLikeType => (likeType === 'ERROR' ? 'UNDETERMINED' : likeType);
const likeChangeOf = ({ likeType, blocked }: ProfileLike): LikeChange => ({ likeType: storableType(likeType), blocked });
