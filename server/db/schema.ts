// The database schema in portable types only (text, integers, milliseconds, 0/1, JSON as text).
import type { CaseTables } from './case-tables.ts';
import type { CommunityTables } from './community-tables.ts';
import type { GamesSchema } from './games-tables.ts';
import type { PushTables } from './push-tables.ts';
import type { SpamTables } from './spam-tables.ts';

type Flag = 0 | 1;
type Json = string;

export interface AccountsTable {
  id: string;
  /** Null for an account without one; test users receive no email. */
  email: string | null;
  pending_email: string | null;
  name: string;
  /** Argon2id; null until a password is set. */
  password_hash: string | null;
  roles: Json;
  profile_id: string;
  preferences: Json;
  /** Accepted acknowledgements with time, address and text version. */
  acknowledgements: Json;
  is_test: Flag;
  created_ms: number;
}

export interface LoginLinksTable {
  id: string;
  secret_hash: string;
  kind: 'login' | 'email';
  email: string;
  /** For kind email: the account whose pending address this confirms. */
  account_id: string | null;
  acknowledgements: Json;
  brand: string;
  /** SHA-256 of the nonce cookie of the requesting browser. */
  nonce_hash: string | null;
  created_ms: number;
  expires_ms: number;
  used_ms: number | null;
}

export interface MailQueueTable {
  id: string;
  brand: string;
  to_address: string;
  subject: string;
  body: string;
  state: 'waiting' | 'sent' | 'suppressed' | 'given-up';
  tries: number;
  next_ms: number;
  expires_ms: number;
  created_ms: number;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value. */
  id_hash: string;
  /** Id shown to the member. */
  id: string;
  account_id: string;
  profile_id: string;
  is_remembered: Flag;
  show_nsfw: Flag;
  device: string;
  /** Time of the last login by emailed link or password. */
  signed_in_ms: number;
  /** Whether that was an emailed link. */
  by_link: Flag;
  seen_ms: number;
  idle_until_ms: number;
  ends_ms: number;
  created_ms: number;
}

interface AuditTable {
  id: string;
  account_id: string | null;
  what: string;
  ip: string | null;
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
  /** Number of changes; the ETag. */
  version: number;
  seen_ms: number;
  created_ms: number;
  updated_ms: number;
}

export interface PicturesTable {
  id: string;
  profile_id: string;
  width: number;
  height: number;
  /** Sum over all stored sizes. */
  bytes: number;
  placeholder: string;
  created_ms: number;
}

/** A member shares their private pictures with another. */
export interface PicGrantsTable {
  owner_id: string;
  viewer_id: string;
  /** Null: until revoked. */
  until_ms: number | null;
  created_ms: number;
}

export interface PositionsTable {
  profile_id: string;
  /** The published cell, never the exact point: row, column and side in metres. */
  cell_i: number;
  cell_j: number;
  cell_side: number;
  use_kind: 'OVERRIDE' | 'DEVICE_GPS';
  is_hidden: Flag;
  effective_until_ms: number;
  updated_ms: number;
}

export interface LikesTable {
  liker_id: string;
  liked_id: string;
  like_type: 'LIKE' | 'DISLIKE' | 'UNDETERMINED';
  is_blocked: Flag;
  created_ms: number;
  /** Time of the last change, which orders the list of likes. */
  changed_ms: number;
}

export interface PicLikesTable {
  liker_id: string;
  pic_id: string;
  pic_profile_id: string;
  like_type: 'LIKE' | 'DISLIKE' | 'UNDETERMINED';
  created_ms: number;
  changed_ms: number;
}

export interface ProfileNotesTable {
  author_id: string;
  /** May refer to a deleted profile. */
  about_id: string;
  body_text: string;
  private_tags: Json;
  created_ms: number;
  updated_ms: number;
}

export interface MessagesTable {
  id: string;
  /** Number in the server's sequence; never changes. */
  sequence: number;
  /** Number of the last change visible to the recipient, from which their sockets resume. */
  revision: number;
  /** The same for the sender, who may not see that a message was read or hidden by its recipient. */
  sender_revision: number;
  /** The two profile ids, sorted and joined; null for a broadcast. */
  pair: string | null;
  sender_id: string;
  recipient_id: string | null;
  /** Sector 'lat:lon' of a broadcast. */
  sector: string | null;
  body_text: string;
  pic_ids: Json;
  idempotency_key: string;
  created_ms: number;
  read_ms: number | null;
  /** Whether the recipient let the sender see that the message was read. */
  is_read_told: Flag;
  recipient_deleted_ms: number | null;
  sender_deleted_ms: number | null;
  is_test: Flag;
  /** The message of the same conversation to which this one replies. */
  reply_to_id: string | null;
  /** The reactions of both members. */
  sender_reaction: string | null;
  recipient_reaction: string | null;
}

/** A broadcast that a member deleted for themselves. */
interface BroadcastHidesTable {
  profile_id: string;
  message_id: string;
}

/** A conversation: one row for each of the two members, inserted with the first message. */
interface ConversationsTable {
  profile_id: string;
  peer_id: string;
  /** As in messages. */
  pair: string;
}

export interface NotificationsTable {
  id: string;
  profile_id: string;
  kind: 'like' | 'mutual' | 'message' | 'grant' | 'arbitration' | 'health';
  about_profile_id: string | null;
  body_text: string;
  url: string;
  created_ms: number;
}

export interface ContactMessagesTable {
  id: string;
  /** Key of the brand of the host. */
  brand: string;
  /** Null for a visitor. */
  account_id: string | null;
  name: string;
  message: string;
  created_ms: number;
  /** An administrator's reply by email and its time; null until then. */
  answer: string | null;
  answered_ms: number | null;
}

interface SecretsTable {
  name: string;
  value: string;
}

export interface Schema extends CaseTables, CommunityTables, GamesSchema, PushTables, SpamTables {
  accounts: AccountsTable;
  login_links: LoginLinksTable;
  mail_queue: MailQueueTable;
  sessions: SessionsTable;
  audit: AuditTable;
  profiles: ProfilesTable;
  pictures: PicturesTable;
  pic_grants: PicGrantsTable;
  positions: PositionsTable;
  likes: LikesTable;
  pic_likes: PicLikesTable;
  profile_notes: ProfileNotesTable;
  messages: MessagesTable;
  broadcast_hides: BroadcastHidesTable;
  conversations: ConversationsTable;
  notifications: NotificationsTable;
  contact_messages: ContactMessagesTable;
  secrets: SecretsTable;
}
