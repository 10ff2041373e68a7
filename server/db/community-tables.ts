// The part of the schema for the glitter game, health reports and the Welcome Committee.

/** Glitter that a player has or had. Days are midnights in UTC. Exact times are not stored. */
interface CootiesGlitterTable {
  id: string;
  profile_id: string;
  caught_day: number;
  /** Null while the player has the glitter. */
  gone_day: number | null;
  /** The number of players who got it directly from this one. */
  passed_on: number;
  /** The number of players who got it indirectly. */
  went_on: number;
  /** The glitter that it came from. Null if the player was drawn. */
  from_id: string | null;
}

/** The days whose rounds were played. */
interface CootiesRoundsTable {
  day: number;
}

/** Keyed hashes that say that a member reported today, or was notified recently. The two kinds look the same. */
interface HealthMarksTable {
  hash: string;
  /** A midnight, because the exact time would disclose the time of the report. */
  ends_day: number;
}

/** A notice that will be sent to a member. It has no link to the report. */
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
  /** Since when the greeter vouches for the newcomer. */
  vouched_ms: number | null;
}

export interface CommunityTables {
  cooties_glitter: CootiesGlitterTable;
  cooties_rounds: CootiesRoundsTable;
  health_marks: HealthMarksTable;
  health_notices: HealthNoticesTable;
  welcome_hellos: WelcomeHellosTable;
}
