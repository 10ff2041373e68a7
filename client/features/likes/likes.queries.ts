// Likes as queries: what the server knows, overlaid by what is on its way there.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { likes, type ProfileLike, type ProfileLikeListed } from '#shared/contract/likes.ts';
import { likeLabel, toggledLike, type LikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ask } from '#client/net/ask.ts';
import { call } from '#client/net/call.ts';
import { say } from '#client/ui/header-messages.ts';

type StoredLikeType = Exclude<LikeType, 'ERROR'>;
interface LikeChange {
  readonly likeType?: StoredLikeType;
  readonly blocked?: boolean;
}

const failedNoticeMs = 6_000;
const savingKey = (likedProfileId: string) => ['save-like', likedProfileId];

export const likeQuery = (likerProfileId: string, likedProfileId: string) =>
  queryOptions({
    queryKey: ['like', likerProfileId, likedProfileId],
    queryFn: ask(likes.getProfileLike, { query: { likerProfileId, likedProfileId } }),
    staleTime: limits.likesStaleMs,
    enabled: likerProfileId !== '',
  });

export type LikesList = 'profilelikedyou' | 'youlikedprofile';

/** Newest first, 20 at a time. */
export const likesListQuery = (list: LikesList, ownId: string) =>
  infiniteQueryOptions({
    queryKey: ['likes', list, ownId],
    queryFn: ({ pageParam: before, signal }): Promise<ProfileLikeListed[]> =>
      list === 'profilelikedyou'
        ? call(likes.getLikesByLiked, { params: { id: ownId }, query: { before } }, { signal })
        : call(likes.getLikesByLiker, { params: { id: ownId }, query: { before, blocked: false } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < limits.likesPage ? undefined : page.at(-1)?.tsCreated),
    staleTime: limits.likesStaleMs,
    enabled: ownId !== '',
  });

export interface Like {
  readonly likeType: LikeType;
  readonly isBlocked: boolean;
  readonly label: ReturnType<typeof likeLabel>;
  /** Whether anything is known yet. */
  readonly isKnown: boolean;
  readonly toggle: () => void;
  readonly block: (blocked: boolean) => Promise<ProfileLike>;
}

/** The own like of a member, and the block that rides on it. */
export function useLike(likedProfileId: string): Like {
  const likerProfileId = useOwnProfileId();
  const queries = useQueryClient();
  const { data } = useQuery(likeQuery(likerProfileId, likedProfileId));
  const waiting = useMutationState<LikeChange>({
    filters: { mutationKey: savingKey(likedProfileId), status: 'pending' },
    select: ({ state }) => state.variables as LikeChange,
  });
  const saving = useMutation({
    mutationKey: savingKey(likedProfileId),
    scope: { id: `save-like:${likedProfileId}` },
    mutationFn: (change: LikeChange) => call(likes.putProfileLike, { body: { likerProfileId, likedProfileId, ...change } }),
    onSuccess: (stored, change) => {
      queries.setQueryData(likeQuery(likerProfileId, likedProfileId).queryKey, stored);
      void queries.invalidateQueries({ queryKey: ['likes', 'youlikedprofile'] });
      // The server now shows more of the profile, or less.
      if (change.blocked !== undefined) void queries.invalidateQueries({ queryKey: ['profile', likedProfileId] });
    },
    onError: () => say('That could not be saved. Please try again.', 'error', failedNoticeMs),
  });
  const like = waiting.reduce<LikeChange>((shown, change) => ({ ...shown, ...change }), data ? storedPart(data) : {});
  const likeType = like.likeType ?? 'UNDETERMINED';
  return {
    likeType,
    isBlocked: like.blocked ?? false,
    label: likeLabel(likeType),
    isKnown: data !== undefined,
    toggle: () => saving.mutate({ likeType: stored(toggledLike(likeType)) }),
    block: (blocked) => saving.mutateAsync({ blocked }),
  };
}

/** A like that is no such thing is never stored nor sent. */
const stored = (likeType: LikeType): StoredLikeType => (likeType === 'ERROR' ? 'UNDETERMINED' : likeType);
const storedPart = ({ likeType, blocked }: ProfileLike): LikeChange => ({ likeType: stored(likeType), blocked });
