// The part of the member data map for login links, mails and known browsers.
import type { Schema } from '#server/db/schema.ts';
import { excluded, own, time, type MemberTable } from './member-table.ts';

const secret = excluded('a secret');

export const signInMemberData = {
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
  // Mails to an unconfirmed email address are not known to be the member's; they are deleted within a day.
  mail_queue: {
    deletedBy: { to_address: 'email' },
    archive: excluded('mails are in the member’s mailbox'),
  },
} satisfies {
  readonly [Table in 'login_links' | 'known_browsers' | 'mail_limits' | 'mail_queue']: MemberTable<Schema[Table]>;
};
