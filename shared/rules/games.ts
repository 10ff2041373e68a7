// Names, points and limits of the games.

/** Games with points. */
export const scoredGames = ['gptbuster', 'ratinggame', 'photocrop', 'welcome', 'cooties'] as const;
export type ScoredGame = (typeof scoredGames)[number];

/** Games in the leaderboard, and 'all' for their sum. */
const rankedGames = ['gptbuster', 'ratinggame', 'photocrop', 'welcome'] as const satisfies readonly ScoredGame[];
export type RankedGame = (typeof rankedGames)[number];
export const boards = ['all', ...rankedGames] as const;
export type Board = (typeof boards)[number];

/** Games that help other members: their points are volunteer credits. */
export const volunteerGames = ['photocrop', 'welcome'] as const satisfies readonly ScoredGame[];

export const isRanked = (game: ScoredGame): game is RankedGame => rankedGames.some((ranked) => ranked === game);

/** Kinds of consent to games: the narrative, pictures to rate or to crop, name and points. */
export const consentKinds = ['words', 'rating', 'crop', 'leaderboard'] as const;
export type ConsentKind = (typeof consentKinds)[number];
/** Participation in the community: the glitter game, greeting newcomers, being greeted, and showing vouches. */
export const partKinds = ['cooties', 'greeter', 'greeted', 'vouches'] as const;
export type PartKind = (typeof partKinds)[number];

/** The result of a picture's ratings: most liked it, or opinions differ. A dislike by most is never shown, since it could hurt. */
export const ratingOpinions = ['most', 'differ'] as const;
export type RatingOpinion = (typeof ratingOpinions)[number];
/** The minimum number of ratings for a result. */
export const minRatings = 5;
const likedByMostShare = 2 / 3;
export const opinionOf = (liked: number, ratings: number): RatingOpinion =>
  liked >= ratings * likedByMostShare ? 'most' : 'differ';

export const gptVotes = ['human', 'machine'] as const;
export type GptVote = (typeof gptVotes)[number];
/** The number of voters, and the share of votes for "machine", from which a real profile becomes a case for the jury. */
const minSuspectVoters = 8;
const suspectShare = 0.75;
export const isSuspect = (machineVotes: number, votes: number): boolean =>
  votes >= minSuspectVoters && machineVotes >= votes * suspectShare;

/** Points for one success. */
export const pointsFor = { gptbuster: 1, ratinggame: 1, photocrop: 5 } as const satisfies Partial<Record<ScoredGame, number>>;

/** True if a picture already has the aspect ratio of profiles, within the error of rounding to pixels. */
export const isCutAlready = (width: number, height: number, aspect: number): boolean => Math.abs(width / height - aspect) < 0.01;

/** The minimum width of a crop for a profile, in pixels of the picture. */
export const minCropWidth = 200;
export const leaderboardPage = 20;
/** Pictures per request of a game. */
export const picturesPerRound = 10;
