// The tables of the glitter game, of health reports and of the Welcome Committee.

/** Glitter that a player has or had. Days are UTC midnights; exact times are not stored. */
interface CootiesGlitterTable {
  id: string;
  profile_id: string;
  caught_day: number;
  /** Null while it is active. */
  gone_day: number | null;
  /** Players infected directly by this one. */
  passed_on: number;
  /** Players infected indirectly. */
  went_on: number;
  /** The glitter that it came from; null for a first infection. */
  from_id: string | null;
}

/** Days whose exchanges were evaluated, each once. */
interface CootiesRoundsTable {
  day: number;
}

/** Marks that a member reported today or was notified recently, as indistinguishable keyed hashes. */
interface HealthMarksTable {
  hash: string;
  /** A midnight, so that it does not disclose the time of the report. */
  ends_day: number;
}

/** A pending health notice for a member, without a link to the report. */
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
  /** Since when the greeter vouches for them. */
  vouched_ms: number | null;
}

export interface CommunityTables {
  cooties_glitter: CootiesGlitterTable;
  cooties_rounds: CootiesRoundsTable;
  health_marks: HealthMarksTable;
  health_notices: HealthNoticesTable;
  welcome_hellos: WelcomeHellosTable;
}
