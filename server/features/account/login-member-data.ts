// The part of the member data map for sessions, passkeys and their record.
import type { Schema } from '#server/db/schema.ts';
import { excluded, flag, own, text, time, type MemberTable } from './member-table.ts';

type LoginTable = 'sessions' | 'passkeys' | 'audit';

const internal = excluded('an internal value without meaning for the member');
const secret = excluded('a secret');

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
        id: excluded('an internal number'),
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
} satisfies { readonly [T in LoginTable]: MemberTable<Schema[T]> };
