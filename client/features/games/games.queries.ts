// Queries and mutations of games: consents, scores and rounds.
import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { games, type BoardRow, type GameConsents, type GameScore, type OwnGames } from '#shared/contract/games.ts';
import { leaderboardPage, type Board, type RatingOpinion, type GptVote, type ScoredGame } from '#shared/rules/games.ts';
import { likes } from '#shared/contract/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { invalidateLikes } from '#client/features/likes/likes.queries.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { invalidate, refetched } from '#client/offline/invalidate.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';

export const ownGamesQuery = queryOptions({ queryKey: ['games', 'own'], queryFn: callAsQuery(games.getGames, {}) });

/** The member's score in a game. All zeros if they never played it, null while it loads. */
export function useScore(game: ScoredGame): GameScore | null {
  const { data } = useQuery(ownGamesQuery);
  if (data === undefined) return null;
  return data.scores.find((score) => score.game === game) ?? { game, points: 0, streak: 0, best: 0 };
}

/** Returns a function that caches the score from a game result. */
function useCacheScore(): (score: GameScore) => void {
  const queries = useQueryClient();
  return (score) =>
    queries.setQueryData<OwnGames>(ownGamesQuery.queryKey, (own) =>
      own === undefined ? own : { ...own, scores: [...own.scores.filter(({ game }) => game !== score.game), score] },
    );
}

const consentsKey = ['game-consents'];

/** Changes consents, one request at a time. `shown` is the server's state with the waiting change applied. */
export function useConsents() {
  const queries = useQueryClient();
  const own = useQuery(ownGamesQuery);
  const saving = useMutation({
    mutationKey: consentsKey,
    scope: { id: 'game-consents' },
    mutationFn: (change: Partial<GameConsents>) => call(games.putGameConsents, { body: change }),
    onSuccess: async (consents) => {
      queries.setQueryData<OwnGames>(ownGamesQuery.queryKey, (cached) => cached && { ...cached, consents });
      await refetched(queries, ['games']);
    },
  });
  const shown = own.data && { ...own.data.consents, ...(saving.isPending ? saving.variables : {}) };
  return { shown, error: own.error, refetch: own.refetch, saving };
}

export const fetchGptRound = () => call(games.postGptRound, {});

export function useGptVote() {
  const cacheScore = useCacheScore();
  return useMutation({
    mutationFn: ({ id, vote }: { readonly id: string; readonly vote: GptVote }) =>
      call(games.postGptVote, { params: { id }, body: { vote } }),
    onSuccess: ({ score }) => cacheScore(score),
  });
}

export const fetchRatingPictures = () => call(games.getRatingPictures, {});

/** Rates a picture without the outbox, because the server needs the rating before the guess. */
export function useRatePicture() {
  const queries = useQueryClient();
  const likerProfileId = useOwnProfileId();
  return useMutation({
    mutationFn: (rating: PictureRating) => call(likes.putProfilePicLike, { body: { likerProfileId, ...rating } }),
    onSuccess: () => void invalidateLikes(queries),
  });
}

interface PictureRating {
  readonly profilePicId: string;
  readonly profilePicProfileId: string;
  readonly likeType: 'LIKE' | 'DISLIKE' | 'UNDETERMINED';
}

export function useGuess() {
  const cacheScore = useCacheScore();
  return useMutation({
    mutationFn: (body: { readonly profilePicId: string; readonly guess: RatingOpinion }) => call(games.postRatingGuess, { body }),
    onSuccess: ({ score }) => cacheScore(score),
  });
}

export const fetchCropPictures = () => call(games.getCropPictures, {});

export const cropProposalsQuery = queryOptions({
  queryKey: ['games', 'photocrop', 'proposals'],
  queryFn: callAsQuery(games.getCropProposals, {}),
});

/** Accepts or declines a proposed crop. Accepting it changes the member's pictures. */
export function useDecideCrop() {
  const queries = useQueryClient();
  const ownId = useOwnProfileId();
  return useMutation({
    mutationFn: ({ id, isAccepted }: { readonly id: string; readonly isAccepted: boolean }) =>
      call(games.putCropProposal, { params: { id }, body: { isAccepted } }),
    onSettled: async (_, __, { isAccepted }) => {
      if (isAccepted) invalidate(queries, profileQuery(ownId).queryKey);
      await Promise.all([refetched(queries, cropProposalsQuery.queryKey), refetched(queries, ownGamesQuery.queryKey)]);
    },
  });
}

/** The highest scores first, 20 at a time. */
export const leaderboardQuery = (board: Board) =>
  infiniteQueryOptions({
    queryKey: ['games', 'leaderboard', board],
    queryFn: ({ pageParam: after, signal }) => {
      const query = { board, afterPoints: after?.points, afterProfileId: after?.profile.profileId };
      return call(games.getLeaderboard, { query }, { signal });
    },
    initialPageParam: undefined as BoardRow | undefined,
    getNextPageParam: (page) => (page.length < leaderboardPage ? undefined : page.at(-1)),
  });
