// Routes of games.
import type { FastifyInstance } from 'fastify';
import { games } from '#shared/contract/games.ts';
import { mount } from '#server/http/mount.ts';
import type { ConsentsService } from './consents.service.ts';
import type { GptBusterService } from './gptbuster.service.ts';
import type { LeaderboardService } from './leaderboard.service.ts';
import type { PhotoCropService } from './photocrop.service.ts';
import type { RatingGameService } from './ratinggame.service.ts';

export interface GameServices {
  readonly consents: ConsentsService;
  readonly gptBuster: GptBusterService;
  readonly ratingGame: RatingGameService;
  readonly photoCrop: PhotoCropService;
  readonly leaderboard: LeaderboardService;
}

export function gamesRoutes(app: FastifyInstance, services: GameServices): void {
  const { consents, gptBuster, ratingGame, photoCrop, leaderboard } = services;

  mount(app, games.getGames, async ({ caller: { profileId } }) => ({
    ...(await consents.find(profileId)),
    cropsWaiting: await photoCrop.waiting(profileId),
  }));
  mount(app, games.putGameConsents, ({ caller, body }) => consents.change(caller.profileId, body));

  mount(app, games.postGptRound, async ({ caller }) => ({ round: await gptBuster.round(caller.profileId) }));
  mount(app, games.postGptVote, ({ caller, params, body }) => gptBuster.vote(caller.profileId, params.id, body.vote));

  mount(app, games.getRatingPictures, ({ caller }) => ratingGame.pictures(caller.profileId));
  mount(app, games.postRatingGuess, ({ caller, body }) => ratingGame.guess(caller.profileId, body.profilePicId, body.guess));

  mount(app, games.getCropPictures, ({ caller }) => photoCrop.pictures(caller.profileId));
  mount(app, games.postCropProposal, async ({ caller, body }) => {
    const { profilePicId, ...crop } = body;
    await photoCrop.propose(caller.profileId, profilePicId, crop);
    return body;
  });
  mount(app, games.getCropProposals, ({ caller }) => photoCrop.proposals(caller.profileId));
  mount(app, games.putCropProposal, async ({ caller, params, body }) => {
    await photoCrop.decide(caller.profileId, params.id, body.isAccepted);
    return { ...params, ...body };
  });

  mount(app, games.getLeaderboard, ({ caller, query: { board = 'all', afterPoints, afterProfileId } }) => {
    const after =
      afterPoints === undefined || afterProfileId === undefined ? null : { points: afterPoints, profileId: afterProfileId };
    return leaderboard.page(caller.profileId, board, after);
  });
}
