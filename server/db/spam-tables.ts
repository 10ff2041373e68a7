// The tables against spam: repeated first messages and refused pictures.
/** First messages of members to others, stored for a day: identical ones to many are slowed down. */
interface OpenersTable {
  profile_id: string;
  /** Hash of the normalized text. */
  opener_hash: string;
  peer_id: string;
  created_ms: number;
}

/** Fingerprints of refused pictures: not linked to members, and no picture can be derived from them. */
interface RefusedLooksTable {
  look: string;
  created_ms: number;
}

export interface SpamTables {
  openers: OpenersTable;
  refused_looks: RefusedLooksTable;
}
