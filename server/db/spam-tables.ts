// The tables of what repeats itself: first words that go to many, and pictures that must not come back.
/** The first words of a member to another one, for a day: who says the same to many is slowed down. */
interface OpenersTable {
  profile_id: string;
  /** Of the words as they are compared. */
  opener_hash: string;
  peer_id: string;
  created_ms: number;
}

/** What pictures look like that must not come back: of nobody, and no picture can be made of it. */
interface RefusedLooksTable {
  look: string;
  created_ms: number;
}

export interface SpamTables {
  openers: OpenersTable;
  refused_looks: RefusedLooksTable;
}
