// Queries and mutations of likes: the server's answer, cached on the device and overlaid by the outbox.
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { likes, type ProfileLike, type ProfileLikeListed } from '#shared/contract/likes.ts';
import { likeLabel, toggledLike, type LikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { likeStore, listStore, cachedFirst, cachedFirstPage } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { say } from '#client/ui/header-messages.ts';
import { useStore } from '#client/device/store.ts';
import { likesListKey, type LikesList } from './likes-lists.ts';
import { isLikeWrite, likeChangesOf, likeQueue, type LikeChange, type StoredLikeType } from './like-writes.ts';

const failedNoticeMs = 6_000;

export const likeQuery = (likerProfileId: string, likedProfileId: string) =>
  queryOptions({
    queryKey: ['like', likerProfileId, likedProfileId],
    queryFn: cachedFirst<ProfileLike>(
      likeStore(likerProfileId, likedProfileId),
      callAsQuery(likes.getProfileLike, { query: { likerProfileId, likedProfileId } }),
    ),
    refetchOnReconnect: 'always',
    staleTime: limits.likesStaleMs,
    enabled: likerProfileId !== '',
  });

/** Newest first, 20 at a time; the first page is cached on the device. */
export const likesListQuery = (list: LikesList, ownId: string) => {
  const queryKey = likesListKey(list, ownId);
  return infiniteQueryOptions({
    queryKey,
    queryFn: cachedFirstPage<ProfileLikeListed[], number | undefined>(
      listStore(ownId, queryKey),
      ({ pageParam: before, signal, client }) => {
        const options = { signal, background: client.getQueryData(queryKey) !== undefined };
        return list === 'profilelikedyou'
          ? call(likes.getLikesByLiked, { params: { id: ownId }, query: { before } }, options)
          : call(likes.getLikesByLiker, { params: { id: ownId }, query: { before, blocked: false } }, options);
      },
    ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < limits.likesPage ? undefined : page.at(-1)?.tsCreated),
    refetchOnReconnect: 'always',
    staleTime: limits.likesStaleMs,
    enabled: ownId !== '',
  });
};

export interface Like {
  readonly likeType: LikeType;
  readonly isBlocked: boolean;
  readonly label: ReturnType<typeof likeLabel>;
  /** True once the state is loaded, or can't be loaded without a connection. */
  readonly isKnown: boolean;
  /** The change waiting in the outbox for a connection, or null. */
  readonly waiting: LikeChange | null;
  readonly toggle: () => void;
  /** Resolves once it is stored on the server or in the outbox. Rejects if both failed. */
  readonly block: (blocked: boolean) => Promise<unknown>;
}

/** The own like of a member, with the block. */
export function useLike(likedProfileId: string): Like {
  const likerProfileId = useOwnProfileId();
  const { data, error } = useQuery(likeQuery(likerProfileId, likedProfileId));
  const { isLost } = useStore(reachability);
  const entries = usePending(likeQueue(likedProfileId));
  const change = useChangeLike();
  useRefusalsTold(entries);
  const underWay = likeChangesOf(entries.filter(isLikeWrite)).get(likedProfileId);
  const like: LikeChange = { ...(data ? storedPart(data) : {}), ...underWay };
  const likeType = like.likeType ?? 'UNDETERMINED';
  return {
    likeType,
    isBlocked: like.blocked ?? false,
    label: likeLabel(likeType),
    isKnown: data !== undefined || error instanceof ConnectionLost,
    waiting: isLost && underWay !== undefined ? underWay : null,
    toggle: () => void change(likedProfileId, { likeType: stored(toggledLike(likeType)) }, 'Like').catch(() => undefined),
    block: (blocked) => change(likedProfileId, { blocked }, blocked ? 'Block' : 'Lifted block'),
  };
}

/** Resolves once the change is stored on the server or in the outbox. If both failed it rejects and shows so in the header. */
export function useChangeLike(): (likedProfileId: string, change: LikeChange, label: string) => Promise<void> {
  const queries = useQueryClient();
  const likerProfileId = useOwnProfileId();
  return async (likedProfileId, change, label) => {
    const args = { body: { likerProfileId, likedProfileId, ...change } };
    try {
      const reply = await enqueueOrCall(likes.putProfileLike, args, { profile: likerProfileId, label });
      if (reply === null) return;
      queries.setQueryData(likeQuery(likerProfileId, likedProfileId).queryKey, reply);
    } catch (error) {
      sayFailed();
      throw error;
    }
    void queries.invalidateQueries({ queryKey: ['likes'] });
    // The server now returns more of the profile, or less.
    if (change.blocked !== undefined) void queries.invalidateQueries({ queryKey: ['profile', likedProfileId] });
  };
}

/** A like is easily repeated: one that the server refused is announced once and dropped. */
export function useRefusalsTold(entries: readonly OutboxEntry[]): void {
  useEffect(() => {
    const refused = entries.filter(({ state }) => state === 'failed');
    if (refused.length > 0) sayFailed();
    for (const { id } of refused) void outbox.drop(id);
  }, [entries]);
}

const sayFailed = () => say('That could not be saved. Please try again.', 'error', failedNoticeMs);

/** ERROR is never stored nor sent. */
const stored = (likeType: LikeType): StoredLikeType => (likeType === 'ERROR' ? 'UNDETERMINED' : likeType);
const storedPart = ({ likeType, blocked }: ProfileLike): LikeChange => ({ likeType: stored(likeType), blocked });
