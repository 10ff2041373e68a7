// The tables of the games.

type Flag = 0 | 1;

/** Consent of a member to be shown in a game; without a row there is none. */
interface GameConsentsTable {
  profile_id: string;
  kind: 'words' | 'rating' | 'crop' | 'leaderboard' | 'cooties' | 'greeter' | 'greeted' | 'vouches';
  /** Random in [0, 1): drawing starts at a random position, so that a round takes one query. */
  draw: number;
  created_ms: number;
}

interface GameScoresTable {
  profile_id: string;
  /** 'all' is the sum of the ranked games. */
  game: 'gptbuster' | 'ratinggame' | 'photocrop' | 'welcome' | 'cooties' | 'all';
  points: number;
  /** Current and longest streak. */
  streak: number;
  best: number;
  changed_ms: number;
}

/** One text for a player to judge. */
interface GptRoundsTable {
  id: string;
  player_id: string;
  /** Author of the text; null for a planted one. */
  author_id: string | null;
  /** Key of a planted text; null for a member's. */
  planted: string | null;
  /** Null while it is open. */
  vote: 'human' | 'machine' | null;
  /** Whether the vote was already counted in a case. */
  is_raised: Flag;
  created_ms: number;
}

/** A player's guess of the most frequent rating of a picture. */
interface RatingGuessesTable {
  player_id: string;
  pic_id: string;
  owner_id: string;
  guess: 'most' | 'differ';
  /** The most frequent rating at that time. */
  crowd: 'most' | 'differ';
  created_ms: number;
}

/** A proposed crop of another member's picture, in pixels of its full size; deleted with the picture. */
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
