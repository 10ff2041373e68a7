// The database schema in portable types only (text, integers, milliseconds, 0/1, JSON as text).
import type { Generated } from 'kysely';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import type { CaseTables } from './case-tables.ts';
import type { CommunityTables } from './community-tables.ts';
import type { GamesSchema } from './games-tables.ts';
import type { LoginTables } from './login-tables.ts';
import type { PushTables } from './push-tables.ts';
import type { SpamTables } from './spam-tables.ts';

export type { KnownBrowsersTable, LoginLinksTable, MailQueueTable, PasskeysTable, SessionsTable } from './login-tables.ts';

type Flag = 0 | 1;
type Json = string;

export interface AccountsTable {
  id: string;
  /** Nothing is sent to the addresses of test users. */
  email: string | null;
  pending_email: string | null;
  name: string;
  /** Argon2id. Null until the member sets a password. */
  password_hash: string | null;
  roles: Json;
  profile_id: string;
  preferences: Json;
  /** The accepted acknowledgements with time, IP address and text version. */
  acknowledgements: Json;
  is_test: Flag;
  created_ms: number;
}

export interface ProfilesTable {
  id: string;
  account_id: string;
  profilename: string;
  pic_ids: Json;
  pic_ids_private: Json;
  birthdate: string | null;
  height: string;
  weight: string;
  height_cm: number | null;
  weight_kg: number | null;
  description: string;
  characteristics: Json;
  is_test: Flag;
  /** The number of changes, used as ETag. */
  version: number;
  seen_ms: number;
  created_ms: number;
  updated_ms: number;
  /** When something that others can see was last changed. */
  shown_updated_ms: Generated<number>;
}

export interface PicturesTable {
  id: string;
  profile_id: string;
  width: number;
  height: number;
  /** The size of all its stored files together. */
  bytes: number;
  placeholder: string;
  created_ms: number;
  /** The other member of the conversation for which it was uploaded; null for a picture of the profile. */
  chat_with: string | null;
  /** The message in which its recipient can view it once; null for all other pictures. */
  view_once_message_id: Generated<string | null>;
  /** When the recipient viewed it, and a hash of the session and the key of that request. */
  viewed_ms: Generated<number | null>;
  viewed_by: Generated<string | null>;
}

/** A member shares their private pictures with another one. */
export interface PicGrantsTable {
  owner_id: string;
  viewer_id: string;
  /** Null without an end. */
  until_ms: number | null;
  created_ms: number;
}

export interface PositionsTable {
  profile_id: string;
  /** The published cell and never the exact point: row, column and side in metres. */
  cell_i: number;
  cell_j: number;
  cell_side: number;
  use_kind: 'OVERRIDE' | 'DEVICE_GPS';
  is_hidden: Flag;
  effective_until_ms: number;
  updated_ms: number;
}

/** Only if processes share the database: which state of a member's position counts. The states themselves are in Redis. */
export interface PositionStatesTable {
  profile_id: string;
  state_id: string;
  /** When the position changes by itself, or ends. */
  due_ms: number;
  /** Whether others see a point that the member has placed by hand. */
  has_point: Flag;
}

export interface LikesTable {
  liker_id: string;
  liked_id: string;
  like_type: StoredLikeType;
  is_blocked: Flag;
  created_ms: number;
  /** The time of the last change, by which lists of likes are ordered. */
  changed_ms: number;
  /** When the member was blocked. Null without a block, and for one that an earlier version stored. */
  blocked_ms: number | null;
}

export interface PicLikesTable {
  liker_id: string;
  pic_id: string;
  pic_profile_id: string;
  like_type: StoredLikeType;
  created_ms: number;
  changed_ms: number;
}

export interface ProfileNotesTable {
  author_id: string;
  /** The profile may be deleted. */
  about_id: string;
  body_text: string;
  private_tags: Json;
  created_ms: number;
  updated_ms: number;
}

export interface MessagesTable {
  id: string;
  /** The number in the server's sequence. It never changes, and no member gets it. */
  sequence: number;
  /** The number of the last change that the recipient can see. Their sockets resume from it. */
  revision: number;
  /** The same for the sender, who may not see that the recipient read or hid the message. */
  sender_revision: number;
  /** The number of the message in its conversation, starting at 1. For a broadcast it is 1. */
  place: number;
  /** The number of changes that the recipient can see. */
  changes: number;
  sender_changes: number;
  /** The two profile ids, sorted and joined. Null for a broadcast. */
  pair: string | null;
  sender_id: string;
  recipient_id: string | null;
  /** The sector 'lat:lon' of a broadcast. */
  sector: string | null;
  body_text: string;
  pic_ids: Json;
  idempotency_key: string;
  created_ms: number;
  read_ms: number | null;
  /** True if the sender may see that the recipient has read the message. */
  is_read_told: Flag;
  recipient_deleted_ms: number | null;
  sender_deleted_ms: number | null;
  is_test: Flag;
  /** The message of the same conversation to which this one replies. */
  reply_to_id: string | null;
  /** The reactions of both members. */
  sender_reaction: string | null;
  recipient_reaction: string | null;
  /** The state of a picture that the recipient can view once; null without one. */
  view_once: 'unviewed' | 'viewed' | null;
}

/** A broadcast that a member deleted for themselves. */
interface BroadcastHidesTable {
  profile_id: string;
  message_id: string;
}

/** A conversation as one of its members sees it, inserted with the first message. Triggers update the columns from `newest_sequence` on. */
interface ConversationsTable {
  profile_id: string;
  peer_id: string;
  /** The same value as in messages. */
  pair: string;
  /** The sequence and time of the newest message that the member sees. 0 if there is none. */
  newest_sequence: Generated<number>;
  newest_ms: Generated<number>;
  /** True if the member has written a message, even if it was deleted. */
  has_written: Generated<Flag>;
  /** The number of received messages that the member sees. */
  received_shown: Generated<number>;
  /** True if the member has read a message and hidden it afterwards. */
  has_hidden_read: Generated<Flag>;
  /** The sequence number of the last change to whether the member has written or sees a message. */
  known_revision: Generated<number>;
}

export interface NotificationsTable {
  id: string;
  profile_id: string;
  kind: 'like' | 'mutual' | 'message' | 'grant' | 'arbitration' | 'health';
  about_profile_id: string | null;
  /** In English. */
  body_text: string;
  /** JSON of CaseNews in a notification about a case, else null. */
  case_news: string | null;
  url: string;
  created_ms: number;
}

export interface ContactMessagesTable {
  id: string;
  /** The key of the host's brand. */
  brand: string;
  /** Null for a visitor. */
  account_id: string | null;
  name: string;
  message: string;
  /** The language of the app in which it was written, as a BCP 47 tag. */
  language: string;
  created_ms: number;
  /** An administrator's answer by email, and its time. Null before that. */
  answer: string | null;
  answered_ms: number | null;
}

/** A run of the server. Sequence numbers from `first_revision` on were given in this run or a later one. */
interface EpochsTable {
  /** Random, so that it differs from runs that a restored backup does not contain. */
  id: string;
  first_revision: number;
}

/** Accounts whose rows are being deleted. They are hidden from all others. */
interface DeletionsTable {
  account_id: string;
  profile_id: string;
}

interface SecretsTable {
  name: string;
  value: string;
}

export interface Schema extends CaseTables, CommunityTables, GamesSchema, LoginTables, PushTables, SpamTables {
  accounts: AccountsTable;
  profiles: ProfilesTable;
  pictures: PicturesTable;
  pic_grants: PicGrantsTable;
  positions: PositionsTable;
  position_states: PositionStatesTable;
  likes: LikesTable;
  pic_likes: PicLikesTable;
  profile_notes: ProfileNotesTable;
  messages: MessagesTable;
  broadcast_hides: BroadcastHidesTable;
  conversations: ConversationsTable;
  notifications: NotificationsTable;
  contact_messages: ContactMessagesTable;
  deletions: DeletionsTable;
  epochs: EpochsTable;
  secrets: SecretsTable;
}
