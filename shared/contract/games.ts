// The games: what of a member may be shown in them, their rounds, and who has how many points.
import * as z from 'zod/mini';
import { boards, crowdAnswers, gptVotes, scoredGames } from '#shared/rules/games.ts';
import { endpoint } from './endpoint.ts';
import { id, timeMs, wholeText } from './fields.ts';
import { reducedBrief } from './profiles.ts';

/** Each is off until the member says yes. */
const consents = {
  /** His narrative, without his name, in GPT Buster. */
  words: z.boolean(),
  /** His public pictures in the Rating Game. */
  rating: z.boolean(),
  /** His public pictures in Photo Cropping. */
  crop: z.boolean(),
  /** His name and points in the leaderboard. */
  leaderboard: z.boolean(),
};
const gameConsents = z.object(consents);
export type GameConsents = z.infer<typeof gameConsents>;

const gameScore = z.object({
  game: z.enum(scoredGames),
  points: z.number(),
  /** How often in a row it went well, now and at most. */
  streak: z.number(),
  best: z.number(),
});
export type GameScore = z.infer<typeof gameScore>;

const ownGames = z.object({
  consents: gameConsents,
  /** Those that were played. */
  scores: z.array(gameScore),
  /** How many crops of own pictures wait for a word. */
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
  /** Whether enough others rated it, so that there is something to guess. */
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

/** Who proposes it is answered this whatever becomes of it. */
const proposedCut = z.strictObject({ profilePicId: id, ...pictureCut.shape });

const boardRow = z.object({ profile: reducedBrief, points: z.number() });
export type BoardRow = z.infer<typeof boardRow>;

export const games = {
  getGames: endpoint({
    method: 'GET',
    path: '/api/games',
    who: 'USER',
    summary: 'What of the own profile may be shown in games, the own scores, and how many crops wait for a word.',
    reply: ownGames,
  }),
  putGameConsents: endpoint({
    method: 'PUT',
    path: '/api/games/consents',
    who: 'USER',
    summary: 'Say what may be shown in games; an absent field stays as it is. What is taken back is in no round any more.',
    body: z.strictObject(z.partial(gameConsents).shape),
    reply: gameConsents,
  }),
  postGptRound: endpoint({
    method: 'POST',
    path: '/api/games/gptbuster/round',
    who: 'USER',
    summary: 'The open round, or a new one; null when everything there is was read.',
    reply: z.object({ round: z.nullable(gptRound) }),
  }),
  postGptVote: endpoint({
    method: 'POST',
    path: '/api/games/gptbuster/round/{id}/vote',
    who: 'USER',
    summary: 'Say whether a member or a machine wrote it. A vote stays: the same again gives the same answer.',
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
    summary: 'Guess what most said of a picture that was rated before. A guess stays: the same again gives the same answer.',
    body: z.strictObject({ profilePicId: id, guess: z.enum(crowdAnswers) }),
    reply: ratingResult,
  }),
  getCropPictures: endpoint({
    method: 'GET',
    path: '/api/games/photocrop/pictures',
    who: 'USER',
    rate: 'briefs',
    summary: 'Up to 10 public pictures that are not cut to four to five yet, of members who agreed.',
    reply: z.array(croppablePicture),
  }),
  postCropProposal: endpoint({
    method: 'POST',
    path: '/api/games/photocrop/proposals',
    who: 'USER',
    summary: 'Propose a cut of four to five of such a picture; another one for the same picture takes the place of the first.',
    body: proposedCut,
    actsOnOthers: () => true,
    reply: proposedCut,
  }),
  getCropProposals: endpoint({
    method: 'GET',
    path: '/api/games/photocrop/proposals',
    who: 'USER',
    summary: 'Cuts of own pictures that wait for a word, oldest first, 20 at most.',
    reply: z.array(cropProposal),
  }),
  putCropProposal: endpoint({
    method: 'PUT',
    path: '/api/games/photocrop/proposals/{id}',
    who: 'USER',
    rate: 'uploads',
    summary: 'Accept a cut, which takes the place of the picture, or decline it, of which nobody is told.',
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
