// The tables of devices with push, of what waits to be pushed, and of what members do not want to hear.

/** A member does not want to hear of a peer's messages. */
interface MutesTable {
  profile_id: string;
  peer_id: string;
  /** Null: until he switches them on again. */
  until_ms: number | null;
}

interface PushSubscriptionsTable {
  id: string;
  account_id: string;
  profile_id: string;
  /** The session that saved it last: it goes with that session. */
  session_hash: string;
  device_name: string;
  endpoint: string;
  expiration_ms: number | null;
  auth: string;
  p256dh: string;
  seen_ms: number;
  created_ms: number;
  /** Of the page that subscribed; empty for one saved before this was kept. */
  origin: string;
}

interface PushQueueTable {
  /** Of the newest thing that it tells: another one when something newer was merged into it. */
  id: string;
  subscription_id: string;
  profile_id: string;
  /** What may be merged: pushes of one topic replace each other until they are sent. */
  topic: string;
  /** JSON of what it is about; what it says is decided when it is sent. */
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
