// The member data map for logins: sessions, passkeys, login records, links, mails and known browsers.
import type { Schema } from '#server/db/schema.ts';
import { excluded, flag, internal, own, secret, text, time, type MemberTable } from './member-table.ts';

type LoginTable = 'sessions' | 'passkeys' | 'audit' | 'login_links' | 'known_browsers' | 'mail_limits' | 'mail_queue';

export const loginMemberData = {
  sessions: {
    deletedBy: { account_id: 'accountId' },
    alsoNamedIn: ['profile_id', 'id_hash'],
    archive: {
      file: 'sessions',
      title: 'Where you are logged in',
      of: 'account_id',
      order: ['created_ms', 'id_hash'],
      fields: {
        id_hash: secret,
        id: excluded('an internal id'),
        account_id: own,
        profile_id: own,
        is_remembered: flag('remembered'),
        show_nsfw: flag('showsNsfw'),
        device: text('device'),
        signed_in_ms: time('loggedIn'),
        by_link: flag('byMailedLink'),
        lock_hash: secret,
        seen_ms: time('lastUsed'),
        idle_until_ms: time('endsUnused'),
        ends_ms: time('ends'),
        created_ms: time('created'),
      },
    },
  },
  passkeys: {
    deletedBy: { account_id: 'accountId' },
    archive: {
      file: 'passkeys',
      title: 'Passkeys',
      of: 'account_id',
      order: ['created_ms', 'id'],
      fields: {
        id: internal,
        account_id: own,
        rp_id: text('site'),
        credential_id: secret,
        public_key: internal,
        user_handle: secret,
        counter: internal,
        transports: internal,
        name: text('name'),
        used_ms: time('lastUsed'),
        created_ms: time('added'),
      },
    },
  },
  audit: {
    deletedBy: { account_id: 'accountId' },
    archive: {
      file: 'logins',
      title: 'Logins and changes of the account',
      of: 'account_id',
      order: ['created_ms', 'id'],
      fields: {
        id: internal,
        account_id: own,
        what: text('what'),
        ip: text('networkAddress'),
        created_ms: time('created'),
      },
    },
  },
  login_links: {
    deletedBy: { account_id: 'accountId', email: 'email' },
    archive: excluded('a login link is in the member’s mailbox and expires after two hours at most'),
  },
  known_browsers: {
    deletedBy: { account_id: 'accountId' },
    alsoNamedIn: ['session_hash'],
    archive: {
      file: 'known-browsers',
      title: 'Browsers where you have logged in',
      of: 'account_id',
      order: ['signed_in_ms', 'mark_hash'],
      fields: { mark_hash: secret, account_id: own, session_hash: secret, signed_in_ms: time('lastLogin') },
    },
  },
  mail_limits: {
    deletedBy: { email: 'email' },
    archive: {
      file: 'mail-limits',
      title: 'Limits of emails to you',
      of: 'email',
      order: ['email'],
      fields: { email: own, until_ms: time('until') },
    },
  },
  // An unconfirmed email address may not be the member's. Mails to it are deleted within a day. A mail with a contact message is deleted
  // with that (migration 0038).
  mail_queue: {
    deletedBy: { to_address: 'email' },
    archive: excluded('mails are in the member’s mailbox'),
  },
} satisfies { readonly [T in LoginTable]: MemberTable<Schema[T]> };
