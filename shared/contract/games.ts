// Calls of the games: consents, rounds and scores.
import * as z from 'zod/mini';
import { boards, ratingOpinions, gptVotes, scoredGames } from '#shared/rules/games.ts';
import { endpoint } from './endpoint.ts';
import { id, timeMs, wholeText } from './fields.ts';
import { reducedBrief } from './profiles.ts';

/** What the member allows. Everything is false until they agree. */
const consents = {
  /** The member's description may appear in GPT Buster, without their name. */
  words: z.boolean(),
  /** Their public pictures may be rated in the Rating Game. */
  rating: z.boolean(),
  /** Their public pictures may be cropped in Photo Cropping. */
  crop: z.boolean(),
  /** Their name and points may appear in the leaderboard. */
  leaderboard: z.boolean(),
};
const gameConsents = z.object(consents);
export type GameConsents = z.infer<typeof gameConsents>;

const gameScore = z.object({
  game: z.enum(scoredGames),
  points: z.number(),
  /** How many times in a row the member has scored. */
  streak: z.number(),
  best: z.number(),
});
export type GameScore = z.infer<typeof gameScore>;

const ownGames = z.object({
  consents: gameConsents,
  /** Scores of the games the member has played. */
  scores: z.array(gameScore),
  /** The number of crop proposals for the member's pictures that they have not decided on. */
  cropsWaiting: z.number(),
});
export type OwnGames = z.infer<typeof ownGames>;

const gptRound = z.object({ id, text: z.string() });
export type GptRound = z.infer<typeof gptRound>;
const gptResult = z.object({ isRight: z.boolean(), was: z.enum(gptVotes), score: gameScore });
export type GptResult = z.infer<typeof gptResult>;

const pictureToRate = z.object({
  profilePicId: id,
  profilePicProfileId: id,
  placeholder: z.string(),
  /** True if the picture has enough ratings for a guess. */
  hasCrowd: z.boolean(),
});
export type PictureToRate = z.infer<typeof pictureToRate>;
const ratingResult = z.object({ isRight: z.boolean(), crowd: z.enum(ratingOpinions), score: gameScore });
export type RatingResult = z.infer<typeof ratingResult>;

/** In pixels of the full-size picture. */
const pixels = z.number().check(z.int(), z.gte(0), z.lte(50_000));
const cropArea = z.object({ left: pixels, top: pixels, width: pixels, height: pixels });
export type CropArea = z.infer<typeof cropArea>;

const croppablePicture = z.object({ profilePicId: id, width: z.number(), height: z.number() });
export type CroppablePicture = z.infer<typeof croppablePicture>;
const cropProposal = z.object({ id, picture: croppablePicture, cut: cropArea, tsCreated: timeMs });
export type CropProposal = z.infer<typeof cropProposal>;

/** A crop proposal. The proposer does not learn what the owner decides. */
const proposedCrop = z.strictObject({ profilePicId: id, ...cropArea.shape });

/** The points are those at the start of the day in UTC. */
const boardRow = z.object({ profile: reducedBrief, points: z.number() });
export type BoardRow = z.infer<typeof boardRow>;

export const games = {
  getGames: endpoint({
    method: 'GET',
    path: '/api/games',
    who: 'USER',
    summary: "The caller's consents, scores, and number of undecided crop proposals.",
    reply: ownGames,
  }),
  putGameConsents: endpoint({
    method: 'PUT',
    path: '/api/games/consents',
    who: 'USER',
    whileSuspended: ({ body }) => !Object.values(body).includes(true),
    summary: 'Change consents; absent fields are unchanged. Content is removed from all rounds when its consent is withdrawn.',
    body: z.strictObject(z.partial(gameConsents).shape),
    reply: gameConsents,
  }),
  postGptRound: endpoint({
    method: 'POST',
    path: '/api/games/gptbuster/round',
    who: 'USER',
    summary: 'The open round, or a new one; null if too few texts are left that the caller has not seen.',
    reply: z.object({ round: z.nullable(gptRound) }),
  }),
  postGptVote: endpoint({
    method: 'POST',
    path: '/api/games/gptbuster/round/{id}/vote',
    who: 'USER',
    summary: 'Vote whether the text was written by a member or a machine. Final: repeating returns the same reply.',
    params: z.object({ id }),
    body: z.strictObject({ vote: z.enum(gptVotes) }),
    needsProfile: () => true,
    reply: gptResult,
  }),
  getRatingPictures: endpoint({
    method: 'GET',
    path: '/api/games/ratinggame/pictures',
    who: 'USER',
    rate: 'briefs',
    summary:
      'Up to 10 public pictures of consenting members that the caller has not rated; rate them with /api/profile-pic-like.',
    reply: z.array(pictureToRate),
  }),
  postRatingGuess: endpoint({
    method: 'POST',
    path: '/api/games/ratinggame/guess',
    who: 'USER',
    summary:
      'Guess whether most members like a picture that the caller has rated, or differ. Final: repeating returns the same reply.',
    body: z.strictObject({ profilePicId: id, guess: z.enum(ratingOpinions) }),
    needsProfile: () => true,
    reply: ratingResult,
  }),
  getCropPictures: endpoint({
    method: 'GET',
    path: '/api/games/photocrop/pictures',
    who: 'USER',
    rate: 'briefs',
    summary: 'Up to 10 public pictures of consenting members that are not 4:5, and for which the caller has proposed no crop.',
    reply: z.array(croppablePicture),
  }),
  postCropProposal: endpoint({
    method: 'POST',
    path: '/api/games/photocrop/proposals',
    who: 'USER',
    summary:
      'Propose a 4:5 crop for a picture from GET /api/games/photocrop/pictures; a second proposal for the same picture replaces the first.',
    body: proposedCrop,
    needsProfile: () => true,
    reply: proposedCrop,
  }),
  getCropProposals: endpoint({
    method: 'GET',
    path: '/api/games/photocrop/proposals',
    who: 'USER',
    summary: "Crop proposals for the caller's pictures, oldest first, at most 20.",
    reply: z.array(cropProposal),
  }),
  putCropProposal: endpoint({
    method: 'PUT',
    path: '/api/games/photocrop/proposals/{id}',
    who: 'USER',
    rate: 'uploads',
    summary: 'Accept a crop, which replaces the picture, or decline it. The proposer is not notified.',
    params: z.object({ id }),
    body: z.strictObject({ isAccepted: z.boolean() }),
    reply: z.object({ id, isAccepted: z.boolean() }),
  }),
  getLeaderboard: endpoint({
    method: 'GET',
    path: '/api/games/leaderboard',
    who: 'USER',
    rate: 'briefs',
    summary:
      'Consenting members by their points at the start of the day (UTC), most first, 20 at a time; the next page begins after the points and profile of the last row.',
    query: z.object({
      board: z.optional(z.enum(boards)),
      afterPoints: z.optional(wholeText(0, 999_999_999)),
      afterProfileId: z.optional(id),
    }),
    reply: z.array(boardRow),
  }),
};
