// The games' names and numbers: what counts where, and from when on something is shown.

/** Games that keep a score. */
export const scoredGames = ['gptbuster', 'ratinggame', 'photocrop', 'welcome', 'cooties'] as const;
export type ScoredGame = (typeof scoredGames)[number];

/** Those whose points stand in the leaderboard, and 'all' of them together. */
const rankedGames = ['gptbuster', 'ratinggame', 'photocrop', 'welcome'] as const satisfies readonly ScoredGame[];
export type RankedGame = (typeof rankedGames)[number];
export const boards = ['all', ...rankedGames] as const;
export type Board = (typeof boards)[number];

/** Those in which a member does something for others: their points are volunteer credits. */
export const volunteerGames = ['photocrop', 'welcome'] as const satisfies readonly ScoredGame[];

export const isRanked = (game: ScoredGame): game is RankedGame => rankedGames.some((ranked) => ranked === game);

/** Kinds of consent to games: the narrative, pictures to rate or to crop, name and points. */
export const consentKinds = ['words', 'rating', 'crop', 'leaderboard'] as const;
export type ConsentKind = (typeof consentKinds)[number];
/** Participation in the community: the glitter game, greeting newcomers, being greeted, and showing vouches. */
export const partKinds = ['cooties', 'greeter', 'greeted', 'vouches'] as const;
export type PartKind = (typeof partKinds)[number];

/** What most said of a picture: only that most liked it, or that opinions differ. Nothing that could hurt is ever shown with a face. */
export const crowdAnswers = ['most', 'differ'] as const;
export type CrowdAnswer = (typeof crowdAnswers)[number];
/** Ratings of others that a picture needs before there is a crowd. */
export const crowdLeast = 5;
const mostShare = 2 / 3;
export const crowdOf = (liked: number, ratings: number): CrowdAnswer => (liked >= ratings * mostShare ? 'most' : 'differ');

export const gptVotes = ['human', 'machine'] as const;
export type GptVote = (typeof gptVotes)[number];
/** Voters, and the share of them that says machine, from which a real profile becomes a case for the jury. */
const suspectVotersLeast = 8;
const suspectShare = 0.75;
export const isSuspect = (machineVotes: number, votes: number): boolean =>
  votes >= suspectVotersLeast && machineVotes >= votes * suspectShare;

/** Points for one thing that went well. */
export const pointsFor = { gptbuster: 1, ratinggame: 1, photocrop: 5 } as const satisfies Partial<Record<ScoredGame, number>>;

/** Width divided by height of a picture that is as if cut for a profile, give or take what rounding to pixels does. */
export const isCutAlready = (width: number, height: number, aspect: number): boolean => Math.abs(width / height - aspect) < 0.01;

/** A cut for a profile may not be smaller, in pixels of the picture's width. */
export const cutWidthLeast = 200;
export const leaderboardPage = 20;
/** Pictures that are dealt at once. */
export const handSize = 10;
