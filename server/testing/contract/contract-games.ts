// Access rights for the games.
import { games } from '#shared/contract/games.ts';
import { anybody, nothing, ownOnly, wrongForm, type Row } from './contract-row.ts';

export const gameRows: readonly Row[] = [
  { call: games.getGames, ask: nothing, answers: 200 },
  { call: games.putGameConsents, ask: () => ({ body: { rating: true } }), answers: 200 },
  { call: games.postGptRound, ask: nothing, answers: 200 },
  {
    call: games.postGptVote,
    names: 'round',
    ask: (id) => ({ params: { id }, body: { vote: 'machine' } }),
    answers: { ...ownOnly(200), ...wrongForm },
  },
  { call: games.getRatingPictures, ask: nothing, answers: 200 },
  {
    call: games.postRatingGuess,
    names: 'picture',
    ask: (id) => ({ body: { profilePicId: id, guess: 'most' } }),
    // Only pictures in the game can be guessed.
    answers: { ...ownOnly(404), ...wrongForm },
  },
  { call: games.getCropPictures, ask: nothing, answers: 200 },
  {
    call: games.postCropProposal,
    names: 'picture to crop',
    ask: (id) => ({ body: { profilePicId: id, left: 0, top: 0, width: 1_600, height: 2_000 } }),
    // The caller's own pictures cannot be proposed.
    answers: { ...ownOnly(404), other: 200, ...wrongForm },
  },
  { call: games.getCropProposals, ask: nothing, answers: 200 },
  {
    call: games.putCropProposal,
    names: 'proposed crop',
    ask: (id) => ({ params: { id }, body: { isAccepted: false } }),
    answers: { ...ownOnly(200), ...wrongForm },
  },
  {
    call: games.getLeaderboard,
    ask: (id) => ({ query: { afterPoints: 5, afterProfileId: id } }),
    answers: { ...anybody, ...wrongForm },
  },
];
