// Calls of the games: consents, rounds and scores.
import * as z from 'zod/mini';
import { boards, crowdAnswers, gptVotes, scoredGames } from '#shared/rules/games.ts';
import { endpoint } from './endpoint.ts';
import { id, timeMs, wholeText } from './fields.ts';
import { reducedBrief } from './profiles.ts';

/** Each is off until the member consents. */
const consents = {
  /** The narrative, without a name, in GPT Buster. */
  words: z.boolean(),
  /** Public pictures in the Rating Game. */
  rating: z.boolean(),
  /** Public pictures in Photo Cropping. */
  crop: z.boolean(),
  /** Name and points in the leaderboard. */
  leaderboard: z.boolean(),
};
const gameConsents = z.object(consents);
export type GameConsents = z.infer<typeof gameConsents>;

const gameScore = z.object({
  game: z.enum(scoredGames),
  points: z.number(),
  /** Current and longest streak. */
  streak: z.number(),
  best: z.number(),
});
export type GameScore = z.infer<typeof gameScore>;

const ownGames = z.object({
  consents: gameConsents,
  /** Games that were played. */
  scores: z.array(gameScore),
  /** Proposed crops of own pictures without a decision. */
  cropsWaiting: z.number(),
});
export type OwnGames = z.infer<typeof ownGames>;

const gptRound = z.object({ id, text: z.string() });
export type GptRound = z.infer<typeof gptRound>;
const gptResult = z.object({ isRight: z.boolean(), was: z.enum(gptVotes), score: gameScore });
export type GptResult = z.infer<typeof gptResult>;

const ratedPicture = z.object({
  profilePicId: id,
  profilePicProfileId: id,
  placeholder: z.string(),
  /** Whether enough others rated it for a guess. */
  hasCrowd: z.boolean(),
});
export type RatedPicture = z.infer<typeof ratedPicture>;
const ratingResult = z.object({ isRight: z.boolean(), crowd: z.enum(crowdAnswers), score: gameScore });
export type RatingResult = z.infer<typeof ratingResult>;

/** In pixels of the picture at full size. */
const pixels = z.number().check(z.int(), z.gte(0), z.lte(50_000));
const pictureCut = z.object({ left: pixels, top: pixels, width: pixels, height: pixels });
export type PictureCut = z.infer<typeof pictureCut>;

const croppablePicture = z.object({ profilePicId: id, width: z.number(), height: z.number() });
export type CroppablePicture = z.infer<typeof croppablePicture>;
const cropProposal = z.object({ id, picture: croppablePicture, cut: pictureCut, tsCreated: timeMs });
export type CropProposal = z.infer<typeof cropProposal>;

/** The same reply to the proposer, whatever the owner decides. */
const proposedCut = z.strictObject({ profilePicId: id, ...pictureCut.shape });

const boardRow = z.object({ profile: reducedBrief, points: z.number() });
export type BoardRow = z.infer<typeof boardRow>;

export const games = {
  getGames: endpoint({
    method: 'GET',
    path: '/api/games',
    who: 'USER',
    summary: 'The own consents to games, the own scores, and the number of crops to decide.',
    reply: ownGames,
  }),
  putGameConsents: endpoint({
    method: 'PUT',
    path: '/api/games/consents',
    who: 'USER',
    summary: 'Change consents to games; absent fields are unchanged. Withdrawn content leaves all rounds.',
    body: z.strictObject(z.partial(gameConsents).shape),
    reply: gameConsents,
  }),
  postGptRound: endpoint({
    method: 'POST',
    path: '/api/games/gptbuster/round',
    who: 'USER',
    summary: 'The open round, or a new one; null when there is no unread text.',
    reply: z.object({ round: z.nullable(gptRound) }),
  }),
  postGptVote: endpoint({
    method: 'POST',
    path: '/api/games/gptbuster/round/{id}/vote',
    who: 'USER',
    summary: 'Vote whether a member or a machine wrote it. A vote is final: repeating returns the same reply.',
    params: z.object({ id }),
    body: z.strictObject({ vote: z.enum(gptVotes) }),
    actsOnOthers: () => true,
    reply: gptResult,
  }),
  getRatingPictures: endpoint({
    method: 'GET',
    path: '/api/games/ratinggame/pictures',
    who: 'USER',
    rate: 'briefs',
    summary: 'Up to 10 public pictures that are not rated yet, of members who agreed; rate them with /api/profile-pic-like.',
    reply: z.array(ratedPicture),
  }),
  postRatingGuess: endpoint({
    method: 'POST',
    path: '/api/games/ratinggame/guess',
    who: 'USER',
    summary:
      'Guess the most frequent rating of a picture that was rated before. A guess is final: repeating returns the same reply.',
    body: z.strictObject({ profilePicId: id, guess: z.enum(crowdAnswers) }),
    reply: ratingResult,
  }),
  getCropPictures: endpoint({
    method: 'GET',
    path: '/api/games/photocrop/pictures',
    who: 'USER',
    rate: 'briefs',
    summary: 'Up to 10 public pictures that are not cropped to 4:5 yet, of members who consented.',
    reply: z.array(croppablePicture),
  }),
  postCropProposal: endpoint({
    method: 'POST',
    path: '/api/games/photocrop/proposals',
    who: 'USER',
    summary: 'Propose a crop of 4:5 for such a picture; a second one for the same picture replaces the first.',
    body: proposedCut,
    actsOnOthers: () => true,
    reply: proposedCut,
  }),
  getCropProposals: endpoint({
    method: 'GET',
    path: '/api/games/photocrop/proposals',
    who: 'USER',
    summary: 'Proposed crops of own pictures, oldest first, at most 20.',
    reply: z.array(cropProposal),
  }),
  putCropProposal: endpoint({
    method: 'PUT',
    path: '/api/games/photocrop/proposals/{id}',
    who: 'USER',
    rate: 'uploads',
    summary: 'Accept a crop, which replaces the picture, or decline it, which is not disclosed.',
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
      'Members who agreed, most points first, 20 at a time; the next page begins after the points and profile of the last row.',
    query: z.object({
      board: z.optional(z.enum(boards)),
      afterPoints: z.optional(wholeText(0, 999_999_999)),
      afterProfileId: z.optional(id),
    }),
    reply: z.array(boardRow),
  }),
};
