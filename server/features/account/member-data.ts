// The member data map: says for each table which rows are deleted with an account, and which columns are in the archive.
import type { Schema } from '#server/db/schema.ts';
import { flag, internal, json, excluded, own, secret, text, time, type AnyRow, type MemberTable } from './member-table.ts';
import { caseMemberData } from './case-member-data.ts';
import { communityMemberData } from './community-member-data.ts';
import { gameMemberData } from './game-member-data.ts';
import { loginMemberData } from './login-member-data.ts';
import { pictureMemberData } from './picture-member-data.ts';

/** Compiles only if it contains every table, and every column of the archived tables. */
export const memberData = {
  profiles: {
    deletedBy: { account_id: 'accountId' },
    alsoNamedIn: ['id'],
    archive: {
      file: 'profile',
      title: 'Profile',
      of: 'account_id',
      order: ['id'],
      fields: {
        id: text('profileId'),
        account_id: own,
        profilename: text('publicName'),
        pic_ids: json('publicPictures'),
        pic_ids_private: json('privatePictures'),
        birthdate: text('birthdate'),
        height: text('height'),
        weight: text('weight'),
        height_cm: text('heightCm'),
        weight_kg: text('weightKg'),
        description: text('description'),
        characteristics: json('characteristics'),
        is_test: internal,
        version: internal,
        seen_ms: time('lastSeen'),
        created_ms: time('created'),
        updated_ms: time('changed'),
        shown_updated_ms: internal,
      },
    },
  },
  ...gameMemberData,
  ...pictureMemberData,
  ...caseMemberData,
  ...communityMemberData,
  positions: {
    deletedBy: { profile_id: 'profileId' },
    archive: {
      file: 'position',
      title: 'Where others see you',
      of: 'profile_id',
      order: ['profile_id'],
      fields: {
        profile_id: own,
        cell_i: text('gridRow'),
        cell_j: text('gridColumn'),
        cell_side: text('gridMetres'),
        use_kind: text('setBy'),
        is_hidden: flag('hidden'),
        effective_until_ms: time('until'),
        updated_ms: time('changed'),
      },
    },
  },
  position_states: {
    deletedBy: { profile_id: 'profileId' },
    archive: excluded('names the state of the position that counts'),
  },
  likes: {
    deletedBy: { liker_id: 'profileId', liked_id: 'profileId' },
    archive: {
      file: 'likes',
      title: 'Likes you gave, and members you block',
      of: 'liker_id',
      order: ['changed_ms', 'liked_id'],
      other: { column: 'liked_id', as: 'name' },
      fields: {
        liker_id: own,
        liked_id: text('profileId'),
        like_type: text('like'),
        is_blocked: flag('blocked'),
        blocked_ms: time('since'),
        created_ms: time('created'),
        changed_ms: time('changed'),
      },
    },
  },
  profile_notes: {
    deletedBy: { author_id: 'profileId' },
    retainedBy: {
      about_id: 'the note belongs to its author; the id of a deleted profile does not identify anyone',
    },
    archive: {
      file: 'notes',
      title: 'Your private notes',
      of: 'author_id',
      order: ['about_id'],
      other: { column: 'about_id', as: 'name', keepsUnnamed: true },
      fields: {
        author_id: own,
        about_id: text('profileId'),
        body_text: text('note'),
        private_tags: json('tags'),
        created_ms: time('created'),
        updated_ms: time('changed'),
      },
    },
  },
  broadcast_hides: {
    deletedBy: { profile_id: 'profileId' },
    archive: excluded('lists only broadcasts of others that the member has hidden'),
  },
  messages: {
    deletedBy: { sender_id: 'profileId', recipient_id: 'profileId' },
    alsoNamedIn: ['pair'],
    archive: excluded('each conversation has its own page in the archive'),
  },
  conversations: {
    deletedBy: { profile_id: 'profileId', peer_id: 'profileId' },
    alsoNamedIn: ['pair'],
    archive: excluded('implied by its messages'),
  },
  openers: {
    deletedBy: { profile_id: 'profileId', peer_id: 'profileId' },
    archive: excluded('counts identical first messages for a day; the messages themselves are in the archive'),
  },
  notifications: {
    deletedBy: { profile_id: 'profileId', about_profile_id: 'profileId' },
    alsoNamedIn: ['url'],
    archive: {
      file: 'notifications',
      title: 'Notifications',
      of: 'profile_id',
      order: ['created_ms', 'id'],
      other: { column: 'about_profile_id', as: 'name' },
      fields: {
        id: internal,
        profile_id: own,
        kind: text('kind'),
        about_profile_id: text('profileId'),
        body_text: text('text'),
        case_news: internal,
        url: text('leadsTo'),
        created_ms: time('created'),
      },
    },
  },
  mutes: {
    deletedBy: { profile_id: 'profileId', peer_id: 'profileId' },
    archive: {
      file: 'mutes',
      title: 'Muted conversations',
      of: 'profile_id',
      order: ['peer_id'],
      other: { column: 'peer_id', as: 'name' },
      fields: { profile_id: own, peer_id: text('profileId'), until_ms: time('until') },
    },
  },
  push_queue: {
    deletedBy: { profile_id: 'profileId' },
    archive: excluded('waiting pushes are in the notifications'),
  },
  push_subscriptions: {
    deletedBy: { account_id: 'accountId' },
    alsoNamedIn: ['profile_id', 'session_hash'],
    archive: {
      file: 'devices',
      title: 'Devices with notifications',
      of: 'account_id',
      order: ['created_ms', 'id'],
      fields: {
        id: internal,
        account_id: own,
        profile_id: own,
        session_hash: secret,
        device_name: text('device'),
        endpoint: secret,
        expiration_ms: time('ends'),
        auth: secret,
        p256dh: secret,
        seen_ms: time('lastUsed'),
        created_ms: time('created'),
        origin: text('site'),
        language: text('language'),
      },
    },
  },

  ...loginMemberData,
  deletions: {
    deletedBy: { account_id: 'accountId' },
    alsoNamedIn: ['profile_id'],
    archive: excluded('exists only while the account is being deleted'),
  },
  contact_messages: {
    deletedBy: { account_id: 'accountId' },
    archive: {
      file: 'contact-messages',
      title: 'What you wrote to us',
      of: 'account_id',
      order: ['created_ms', 'id'],
      fields: {
        id: internal,
        brand: text('site'),
        account_id: own,
        name: text('name'),
        message: text('message'),
        language: text('language'),
        created_ms: time('created'),
        answer: text('answer'),
        answered_ms: time('answered'),
      },
    },
  },
  accounts: {
    deletedBy: { id: 'accountId' },
    alsoNamedIn: ['profile_id', 'email', 'pending_email'],
    archive: {
      file: 'account',
      title: 'Account',
      of: 'id',
      order: ['id'],
      fields: {
        id: internal,
        email: text('email'),
        pending_email: text('newEmail'),
        name: text('name'),
        password_hash: secret,
        roles: json('roles'),
        profile_id: text('profileId'),
        preferences: json('choices'),
        acknowledgements: json('acknowledgements'),
        is_test: internal,
        created_ms: time('created'),
      },
    },
  },
  refused_looks: { noMemberData: 'fingerprints of refused pictures, without their owners' },
  epochs: { noMemberData: 'runs of the server' },
  secrets: { noMemberData: 'keys of the server' },
  used_challenges: { noMemberData: 'random values that name nobody' },
} satisfies { readonly [Table in keyof Schema]: MemberTable<Schema[Table]> | { readonly noMemberData: string } };

/** The tables with data of members. Their rows are deleted in this order, but those of profiles and accounts last. */
export const memberTables: readonly (readonly [table: string, MemberTable<AnyRow>])[] = Object.entries(memberData).flatMap(
  ([table, data]) => ('noMemberData' in data ? [] : [[table, data] as const]),
);
