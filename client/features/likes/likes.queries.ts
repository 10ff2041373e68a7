// Likes as queries: what the server and the device know, overlaid by what is on its way there.
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { likes, type ProfileLike, type ProfileLikeListed } from '#shared/contract/likes.ts';
import { likeLabel, toggledLike, type LikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ask } from '#client/net/ask.ts';
import { call } from '#client/net/call.ts';
import { contact } from '#client/net/contact.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import { outbox, type OutboxEntry } from '#client/offline/outbox/outbox.ts';
import { likeStore, listStore, savedFirst, savedFirstPage } from '#client/offline/saved-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { say } from '#client/ui/header-messages.ts';
import { useStore } from '#client/device/store.ts';
import { likesListKey, type LikesList } from './likes-lists.ts';
import { isLikeWrite, likeChangesOf, likeQueue, type LikeChange, type StoredLikeType } from './like-writes.ts';

const failedNoticeMs = 6_000;

export const likeQuery = (likerProfileId: string, likedProfileId: string) =>
  queryOptions({
    queryKey: ['like', likerProfileId, likedProfileId],
    queryFn: savedFirst<ProfileLike>(
      likeStore(likerProfileId, likedProfileId),
      ask(likes.getProfileLike, { query: { likerProfileId, likedProfileId } }),
    ),
    refetchOnReconnect: 'always',
    staleTime: limits.likesStaleMs,
    enabled: likerProfileId !== '',
  });

/** Newest first, 20 at a time; the first ones are there without connection. */
export const likesListQuery = (list: LikesList, ownId: string) => {
  const queryKey = likesListKey(list, ownId);
  return infiniteQueryOptions({
    queryKey,
    queryFn: savedFirstPage<ProfileLikeListed[], number | undefined>(
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
  /** Whether anything is known, or can be known for now. */
  readonly isKnown: boolean;
  /** What waits on this device for a connection; null where nothing does. */
  readonly waiting: LikeChange | null;
  readonly toggle: () => void;
  /** Answers once it is stored or safe on this device. Rejects where neither could be. */
  readonly block: (blocked: boolean) => Promise<unknown>;
}

/** The own like of a member, and the block that rides on it. */
export function useLike(likedProfileId: string): Like {
  const likerProfileId = useOwnProfileId();
  const { data, error } = useQuery(likeQuery(likerProfileId, likedProfileId));
  const { isLost } = useStore(contact);
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

/** Answers once the change is stored or safe on this device; rejects, and says so in the header, where neither could be. */
export function useChangeLike(): (likedProfileId: string, change: LikeChange, label: string) => Promise<void> {
  const queries = useQueryClient();
  const likerProfileId = useOwnProfileId();
  return async (likedProfileId, change, label) => {
    const args = { body: { likerProfileId, likedProfileId, ...change } };
    const kept = await enqueue(likes.putProfileLike, args, { profile: likerProfileId, label, keeps: 'like' }).catch(() => null);
    if (kept !== null) return;
    try {
      const reply = await call(likes.putProfileLike, args);
      queries.setQueryData(likeQuery(likerProfileId, likedProfileId).queryKey, reply);
    } catch (error) {
      sayFailed();
      throw error;
    }
    void queries.invalidateQueries({ queryKey: ['likes'] });
    // The server now shows more of the profile, or less.
    if (change.blocked !== undefined) void queries.invalidateQueries({ queryKey: ['profile', likedProfileId] });
  };
}

/** A like is easily given again: one that the server refused is said once, and forgotten. */
export function useRefusalsTold(entries: readonly OutboxEntry[]): void {
  useEffect(() => {
    const refused = entries.filter(({ state }) => state === 'failed');
    if (refused.length > 0) sayFailed();
    for (const { id } of refused) void outbox.drop(id);
  }, [entries]);
}

const sayFailed = () => say('That could not be saved. Please try again.', 'error', failedNoticeMs);

/** A like that is no such thing is never stored nor sent. */
const stored = (likeType: LikeType): StoredLikeType => (likeType === 'ERROR' ? 'UNDETERMINED' : likeType);
const storedPart = ({ likeType, blocked }: ProfileLike): LikeChange => ({ likeType: stored(likeType), blocked });
