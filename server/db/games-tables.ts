// The tables of the games, as the stores see them.

type Flag = 0 | 1;

/** Something of a member may be shown in a game; without a row it may not. */
interface GameConsentsTable {
  profile_id: string;
  kind: 'words' | 'rating' | 'crop' | 'leaderboard' | 'cooties' | 'greeter' | 'greeted' | 'vouches';
  /** Random in [0, 1): where the drawing begins is random too, so that a round takes one look. */
  draw: number;
  created_ms: number;
}

interface GameScoresTable {
  profile_id: string;
  /** 'all' is the sum of those that the leaderboard counts. */
  game: 'gptbuster' | 'ratinggame' | 'photocrop' | 'welcome' | 'cooties' | 'all';
  points: number;
  /** How often in a row it went well, now and at most. */
  streak: number;
  best: number;
  changed_ms: number;
}

/** One text that a player is to judge. */
interface GptRoundsTable {
  id: string;
  player_id: string;
  /** Whose narrative it is; null for a planted one. */
  author_id: string | null;
  /** Which planted text it is; null for a member's. */
  planted: string | null;
  /** Null while it is open. */
  vote: 'human' | 'machine' | null;
  /** Whether the vote was counted in a case already. */
  is_raised: Flag;
  created_ms: number;
}

/** What a player thought that most would say of a picture. */
interface RatingGuessesTable {
  player_id: string;
  pic_id: string;
  owner_id: string;
  guess: 'most' | 'differ';
  /** What they said at that time. */
  crowd: 'most' | 'differ';
  created_ms: number;
}

/** A cut of another's picture, in pixels of its full size; it goes with the picture. */
interface CropProposalsTable {
  id: string;
  proposer_id: string;
  owner_id: string;
  pic_id: string;
  cut_left: number;
  cut_top: number;
  cut_width: number;
  cut_height: number;
  is_declined: Flag;
  created_ms: number;
}

export interface GamesSchema {
  game_consents: GameConsentsTable;
  game_scores: GameScoresTable;
  gpt_rounds: GptRoundsTable;
  rating_guesses: RatingGuessesTable;
  crop_proposals: CropProposalsTable;
}
