// The part of the schema for the games.
import type { Generated } from 'kysely';

type Flag = 0 | 1;

/** A member's consent to be shown in a game. Without a row there is no consent. */
interface GameConsentsTable {
  profile_id: string;
  kind: 'words' | 'rating' | 'crop' | 'leaderboard' | 'cooties' | 'greeter' | 'greeted' | 'vouches';
  /** A random number from 0 to below 1. A draw goes through these from a random start, so that it does not read all rows. */
  draw: number;
  created_ms: number;
}

interface GameScoresTable {
  profile_id: string;
  /** 'all' is the sum of the games with a leaderboard. */
  game: 'gptbuster' | 'ratinggame' | 'photocrop' | 'welcome' | 'cooties' | 'all';
  points: number;
  /** Current and longest streak. */
  streak: number;
  best: number;
  changed_ms: number;
  /** The points at the start of the day (UTC) of the last change. Others see these until that day ends. */
  day_start_points: Generated<number>;
}

/** A text that a player judges. */
interface GptRoundsTable {
  id: string;
  player_id: string;
  /** The author of the text. Null for an invented text. */
  author_id: string | null;
  /** The key of an invented text. Null for a member's text. */
  planted: string | null;
  /** Null until the player has voted. */
  vote: 'human' | 'machine' | null;
  /** True if a case has counted the vote. */
  is_raised: Flag;
  created_ms: number;
}

/** A player's guess of how most others rated a picture. */
interface RatingGuessesTable {
  player_id: string;
  pic_id: string;
  owner_id: string;
  guess: 'most' | 'differ';
  /** How most others had rated it by then. */
  crowd: 'most' | 'differ';
  created_ms: number;
}

/** A proposed crop of another member's picture, in pixels of the full size. It is deleted with the picture. */
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
