// The tables of logins: sessions, passkeys, mailed links, known browsers and the record of logins.
type Flag = 0 | 1;
type Json = string;

export interface LoginLinksTable {
  id: string;
  secret_hash: string;
  kind: 'login' | 'email';
  /** Empty for a login link that was never mailed. */
  email: string;
  /** For kind email: the account whose pending address this confirms. */
  account_id: string | null;
  acknowledgements: Json;
  brand: string;
  /** SHA-256 of the nonce cookie of the requesting browser. */
  nonce_hash: string | null;
  /** The time when it is mailed, which may be up to ten minutes after the request. */
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
  /** SHA-256 of the mark in the browser's cookie. */
  mark_hash: string;
  account_id: string;
  /** The session of its last login, which may have ended. */
  session_hash: string;
  signed_in_ms: number;
}

/** Until then only the known browsers of its account can request mails to the email address. */
interface MailLimitsTable {
  email: string;
  until_ms: number;
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
  /** When the member last proved who they are, by emailed link, password or passkey. */
  signed_in_ms: number;
  /** Whether that was an emailed link. */
  by_link: Flag;
  seen_ms: number;
  idle_until_ms: number;
  ends_ms: number;
  created_ms: number;
  /** SHA-256 of the proof that the device's app lock is open; null without a lock. */
  lock_hash: string | null;
}

export interface PasskeysTable {
  /** Id shown to the member. */
  id: string;
  account_id: string;
  /** The host for which the passkey was created, the only one where it works. */
  rp_id: string;
  /** Chosen by the authenticator; base64url, like the public key (COSE) and the user handle. */
  credential_id: string;
  public_key: string;
  /** Random, and different for each host, so that it connects no sites. */
  user_handle: string;
  /** Uses as counted by the authenticator; many always send 0. */
  counter: number;
  transports: Json;
  name: string;
  used_ms: number | null;
  created_ms: number;
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
  audit: AuditTable;
}
