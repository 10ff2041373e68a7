// The part of the schema for push subscriptions, the push queue and mutes.

/** A member has muted the conversation with another one. */
interface MutesTable {
  profile_id: string;
  peer_id: string;
  /** Null without an end. */
  until_ms: number | null;
}

interface PushSubscriptionsTable {
  id: string;
  account_id: string;
  profile_id: string;
  /** The session that saved it last. The subscription is deleted with it. */
  session_hash: string;
  device_name: string;
  endpoint: string;
  expiration_ms: number | null;
  auth: string;
  p256dh: string;
  seen_ms: number;
  created_ms: number;
  /** The origin of the page that subscribed. Empty in old rows. */
  origin: string;
  /** The language of the app or browser that saved it last, as a BCP 47 tag. */
  language: string;
}

interface PushQueueTable {
  /** The id of the newest event in the push. It changes if a newer event replaces the content. */
  id: string;
  subscription_id: string;
  profile_id: string;
  /** Pushes of a topic replace each other until they are sent. */
  topic: string;
  /** What the push is about, as JSON. The text is written when it is sent. */
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
