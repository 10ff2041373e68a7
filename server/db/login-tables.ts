// The part of the schema for logins: sessions, passkeys, mails and their links, known browsers and the audit log.
type Flag = 0 | 1;
type Json = string;

export interface LoginLinksTable {
  id: string;
  secret_hash: string;
  kind: 'login' | 'email';
  /** Empty for a login link that is never mailed. */
  email: string;
  /** For a link of kind email, the account whose new address it confirms. */
  account_id: string | null;
  acknowledgements: Json;
  brand: string;
  /** SHA-256 of the nonce in the cookie of the browser that requested the link. */
  nonce_hash: string | null;
  /** When the link is mailed, up to ten minutes after the request. */
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

/** A browser that has signed in to an account before. */
export interface KnownBrowsersTable {
  /** SHA-256 of the mark, a random value in the browser's cookie. */
  mark_hash: string;
  account_id: string;
  /** The session of the last login. It may have ended. */
  session_hash: string;
  signed_in_ms: number;
}

/** An address to which only known browsers can request mails until `until_ms`, as the owner of the mailbox has chosen. */
interface MailLimitsTable {
  email: string;
  until_ms: number;
}

export interface SessionsTable {
  /** SHA-256 of the value of the cookie. */
  id_hash: string;
  /** The id that the member sees. */
  id: string;
  account_id: string;
  profile_id: string;
  is_remembered: Flag;
  show_nsfw: Flag;
  device: string;
  /** When the member last confirmed who they are, by emailed link, password or passkey. */
  signed_in_ms: number;
  /** True if they used an emailed link for that. */
  by_link: Flag;
  seen_ms: number;
  idle_until_ms: number;
  ends_ms: number;
  created_ms: number;
  /** SHA-256 of the proof that the app lock is open. Null without a lock. */
  lock_hash: string | null;
}

export interface PasskeysTable {
  /** The id that the member sees. */
  id: string;
  account_id: string;
  /** The host for which the passkey was created. It works on no other host. */
  rp_id: string;
  /** Chosen by the authenticator. In base64url, like the public key (COSE) and the user handle. */
  credential_id: string;
  public_key: string;
  /** Random and different for each host, so that it does not connect the sites of a member. */
  user_handle: string;
  /** How often the authenticator says it was used. Many authenticators always send 0. */
  counter: number;
  transports: Json;
  name: string;
  used_ms: number | null;
  created_ms: number;
}

/** A challenge that was used. It is kept until it would have expired. */
interface UsedChallengesTable {
  secret: string;
  until_ms: number;
}

interface AuditTable {
  id: string;
  account_id: string | null;
  what: string;
  ip: string | null;
  created_ms: number;
}

export interface LoginTables {
  login_links: LoginLinksTable;
  known_browsers: KnownBrowsersTable;
  mail_limits: MailLimitsTable;
  mail_queue: MailQueueTable;
  sessions: SessionsTable;
  passkeys: PasskeysTable;
  used_challenges: UsedChallengesTable;
  audit: AuditTable;
}
