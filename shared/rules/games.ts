// The games' names and numbers: what counts where, and from when on something is shown.

/** Games that keep a score. */
export const scoredGames = ['gptbuster', 'ratinggame', 'photocrop', 'welcome', 'cooties'] as const;
export type ScoredGame = (typeof scoredGames)[number];

/** Those whose points stand in the leaderboard, and 'all' of them together. */
export const rankedGames = ['gptbuster', 'ratinggame', 'photocrop', 'welcome'] as const satisfies readonly ScoredGame[];
export type RankedGame = (typeof rankedGames)[number];
export const boards = ['all', ...rankedGames] as const;
export type Board = (typeof boards)[number];

/** Those in which a member does something for others: their points are volunteer credits. */
export const volunteerGames = ['photocrop', 'welcome'] as const satisfies readonly ScoredGame[];

export const isRanked = (game: ScoredGame): game is RankedGame => rankedGames.some((ranked) => ranked === game);

/** What of a member may be shown in a game, each only if he agreed: his narrative, his pictures to rate or to cut, his name and points. */
export const consentKinds = ['words', 'rating', 'crop', 'leaderboard'] as const;
/** What he takes part in with others: the glitter, saying hello to newcomers, being greeted as one, and having vouches shown. */
export const partKinds = ['cooties', 'greeter', 'greeted', 'vouches'] as const;
export type PartKind = (typeof partKinds)[number];
export type ConsentKind = (typeof consentKinds)[number] | PartKind;
