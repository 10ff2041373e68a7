// Names, points and limits of the games.

export const scoredGames = ['gptbuster', 'ratinggame', 'photocrop', 'welcome', 'cooties'] as const;
export type ScoredGame = (typeof scoredGames)[number];

/** Games with a leaderboard. */
const rankedGames = ['gptbuster', 'ratinggame', 'photocrop', 'welcome'] as const satisfies readonly ScoredGame[];
export type RankedGame = (typeof rankedGames)[number];
/** 'all' is the sum over all ranked games. */
export const boards = ['all', ...rankedGames] as const;
export type Board = (typeof boards)[number];

/** Games that help other members; their points are volunteer credits. */
export const volunteerGames = ['photocrop', 'welcome'] as const satisfies readonly ScoredGame[];

export const isRanked = (game: ScoredGame): game is RankedGame => rankedGames.some((ranked) => ranked === game);

/** Consents: to use the description, to have pictures rated or cropped, to show name and points. */
export const consentKinds = ['words', 'rating', 'crop', 'leaderboard'] as const;
export type ConsentKind = (typeof consentKinds)[number];
/** Participation: in the glitter game, in greeting newcomers, in being greeted, in showing vouches. */
export const partKinds = ['cooties', 'greeter', 'greeted', 'vouches'] as const;
export type PartKind = (typeof partKinds)[number];

/** What a member learns about the ratings of their picture. They never learn that most members disliked it. */
export const ratingOpinions = ['most', 'differ'] as const;
export type RatingOpinion = (typeof ratingOpinions)[number];
/** The minimum number of ratings for a result. */
export const minRatings = 5;
const likedByMostShare = 2 / 3;
export const opinionOf = (liked: number, ratings: number): RatingOpinion =>
  liked >= ratings * likedByMostShare ? 'most' : 'differ';

export const gptVotes = ['human', 'machine'] as const;
export type GptVote = (typeof gptVotes)[number];
/** A real profile becomes a case for a jury if at least this many players voted, and this share of them for "machine". */
const minSuspectVoters = 8;
const suspectShare = 0.75;
export const isSuspect = (machineVotes: number, votes: number): boolean =>
  votes >= minSuspectVoters && machineVotes >= votes * suspectShare;

export const pointsFor = { gptbuster: 1, ratinggame: 1, photocrop: 5 } as const satisfies Partial<Record<ScoredGame, number>>;

/** True if the aspect ratio differs from the right one only by rounding to whole pixels. */
export const hasPictureAspect = (width: number, height: number, aspect: number): boolean =>
  Math.abs(width / height - aspect) < 0.01;

/** In pixels of the picture. */
export const minCropWidth = 200;
export const leaderboardPage = 20;
/** Pictures per request. */
export const picturesPerRound = 10;
