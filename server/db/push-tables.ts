// The tables of push subscriptions, the push queue and mutes.

/** A member has muted the conversation with a peer. */
interface MutesTable {
  profile_id: string;
  peer_id: string;
  /** Null: until unmuted. */
  until_ms: number | null;
}

interface PushSubscriptionsTable {
  id: string;
  account_id: string;
  profile_id: string;
  /** The session that saved it last; deleted with that session. */
  session_hash: string;
  device_name: string;
  endpoint: string;
  expiration_ms: number | null;
  auth: string;
  p256dh: string;
  seen_ms: number;
  created_ms: number;
  /** Origin of the subscribing page; empty for old rows. */
  origin: string;
}

interface PushQueueTable {
  /** Id of the newest event in it; changes when a newer one is merged. */
  id: string;
  subscription_id: string;
  profile_id: string;
  /** Pushes of one topic replace each other until they are sent. */
  topic: string;
  /** JSON of its subject; the text is composed when it is sent. */
  payload: string;
  tries: number;
  next_ms: number;
  created_ms: number;
}

export interface PushTables {
  mutes: MutesTable;
  push_subscriptions: PushSubscriptionsTable;
  push_queue: PushQueueTable;
}
