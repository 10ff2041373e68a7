// The part of the schema against spam: repeated first messages and refused pictures.
/** First messages of the last day. If one member sends the same text to many, further ones must wait, and a case is raised. */
interface OpenersTable {
  profile_id: string;
  /** The hash of the normalized text. */
  opener_hash: string;
  peer_id: string;
  created_ms: number;
}

/** Fingerprints of refused pictures. They belong to no member, and no picture can be made from them. */
interface RefusedLooksTable {
  look: string;
  created_ms: number;
}

export interface SpamTables {
  openers: OpenersTable;
  refused_looks: RefusedLooksTable;
}
