// The tables of the glitter game, of health reports and of the Welcome Committee.

/** Glitter that a player has or had. Days are midnights by UTC; nothing finer is kept. */
interface CootiesGlitterTable {
  id: string;
  profile_id: string;
  caught_day: number;
  /** Null while it is there. */
  gone_day: number | null;
  /** Players who have it from him. */
  passed_on: number;
  /** Players who have it from those, or from theirs. */
  went_on: number;
  /** The glitter that it came from; null for what fell from the sky. */
  from_id: string | null;
}

/** Days whose exchanges were looked at: each once, whoever looks. */
interface CootiesRoundsTable {
  day: number;
}

/** That somebody reported today, or was told lately, as a keyed hash that can't be told from the others. */
interface HealthMarksTable {
  hash: string;
  /** A midnight: it says no time of the report. */
  ends_day: number;
}

/** Somebody is to be told at some time; nothing says of whose report. */
interface HealthNoticesTable {
  id: string;
  profile_id: string;
  due_ms: number;
}

interface WelcomeHellosTable {
  greeter_id: string;
  newcomer_id: string;
  created_ms: number;
  answered_ms: number | null;
  /** Since when the greeter vouches for him. */
  vouched_ms: number | null;
}

export interface CommunityTables {
  cooties_glitter: CootiesGlitterTable;
  cooties_rounds: CootiesRoundsTable;
  health_marks: HealthMarksTable;
  health_notices: HealthNoticesTable;
  welcome_hellos: WelcomeHellosTable;
}
