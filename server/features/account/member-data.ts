// What the database knows of a member, table by table: which rows go with his account, and what of them he can take along.
import type { Schema } from '#server/db/schema.ts';
import { flag, json, leftOut, own, text, time, type AnyRow, type MemberTable } from './member-table.ts';
import { caseData } from './member-cases.ts';
import { communityData } from './member-community.ts';
import { gameData } from './member-games.ts';
import { pictureData } from './member-pictures.ts';

const inner = leftOut('a number of the server that says nothing');
const secret = leftOut('a secret that opens something');

/** A table that is missing here does not compile, nor does a column of an archived one. */
export const memberData = {
  profiles: {
    goesBy: { account_id: 'accountId' },
    follows: ['id'],
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
        is_test: inner,
        version: inner,
        seen_ms: time('lastSeen'),
        created_ms: time('created'),
        updated_ms: time('changed'),
      },
    },
  },
  ...gameData,
  ...pictureData,
  ...caseData,
  ...communityData,
  positions: {
    goesBy: { profile_id: 'profileId' },
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
  likes: {
    goesBy: { liker_id: 'profileId', liked_id: 'profileId' },
    archive: {
      file: 'likes',
      title: 'Likes you gave, and whom you block',
      of: 'liker_id',
      order: ['changed_ms', 'liked_id'],
      other: { column: 'liked_id', as: 'name' },
      fields: {
        liker_id: own,
        liked_id: text('profileId'),
        like_type: text('like'),
        is_blocked: flag('blocked'),
        created_ms: time('created'),
        changed_ms: time('changed'),
      },
    },
  },
  profile_notes: {
    goesBy: { author_id: 'profileId' },
    staysBy: { about_id: 'the note is its author’s; of a profile that is gone it has no name, only an id that leads nowhere' },
    archive: {
      file: 'notes',
      title: 'Your private notes',
      of: 'author_id',
      order: ['about_id'],
      other: { column: 'about_id', as: 'name', staysUnnamed: true },
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
    goesBy: { profile_id: 'profileId' },
    archive: leftOut('it says only which words of others he does not want to see'),
  },
  messages: {
    goesBy: { sender_id: 'profileId', recipient_id: 'profileId' },
    follows: ['pair'],
    archive: leftOut('they have pages of their own, by conversation and as the member sees them'),
  },
  conversations: {
    goesBy: { profile_id: 'profileId', peer_id: 'profileId' },
    follows: ['pair'],
    archive: leftOut('its messages say it'),
  },
  openers: {
    goesBy: { profile_id: 'profileId', peer_id: 'profileId' },
    archive: leftOut('it counts for a day how often the same first words went out; the messages themselves are there'),
  },
  notifications: {
    goesBy: { profile_id: 'profileId', about_profile_id: 'profileId' },
    follows: ['url'],
    archive: {
      file: 'notifications',
      title: 'Notifications',
      of: 'profile_id',
      order: ['created_ms', 'id'],
      other: { column: 'about_profile_id', as: 'name' },
      fields: {
        id: inner,
        profile_id: own,
        kind: text('kind'),
        about_profile_id: text('profileId'),
        body_text: text('text'),
        url: text('leadsTo'),
        created_ms: time('created'),
      },
    },
  },
  mutes: {
    goesBy: { profile_id: 'profileId', peer_id: 'profileId' },
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
    goesBy: { profile_id: 'profileId' },
    archive: leftOut('what waits to be pushed is told by the notifications'),
  },
  push_subscriptions: {
    goesBy: { account_id: 'accountId' },
    follows: ['profile_id', 'session_hash'],
    archive: {
      file: 'devices',
      title: 'Devices with notifications',
      of: 'account_id',
      order: ['created_ms', 'id'],
      fields: {
        id: inner,
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
      },
    },
  },
  sessions: {
    goesBy: { account_id: 'accountId' },
    follows: ['profile_id', 'id_hash'],
    archive: {
      file: 'sessions',
      title: 'Where you are logged in',
      of: 'account_id',
      order: ['created_ms', 'id_hash'],
      fields: {
        id_hash: secret,
        id: leftOut('names it in the list of sessions only'),
        account_id: own,
        profile_id: own,
        is_remembered: flag('remembered'),
        show_nsfw: flag('showsNsfw'),
        device: text('device'),
        signed_in_ms: time('loggedIn'),
        by_link: flag('byMailedLink'),
        seen_ms: time('lastUsed'),
        idle_until_ms: time('endsUnused'),
        ends_ms: time('ends'),
        created_ms: time('created'),
      },
    },
  },
  contact_messages: {
    goesBy: { account_id: 'accountId' },
    archive: {
      file: 'contact-messages',
      title: 'What you wrote to us',
      of: 'account_id',
      order: ['created_ms', 'id'],
      fields: {
        id: inner,
        brand: text('site'),
        account_id: own,
        name: text('name'),
        message: text('message'),
        created_ms: time('created'),
        answer: text('answer'),
        answered_ms: time('answered'),
      },
    },
  },
  audit: {
    goesBy: { account_id: 'accountId' },
    archive: {
      file: 'logins',
      title: 'Logins and changes of the account',
      of: 'account_id',
      order: ['created_ms', 'id'],
      fields: {
        id: inner,
        account_id: own,
        what: text('what'),
        ip: text('networkAddress'),
        created_ms: time('created'),
      },
    },
  },
  login_links: {
    goesBy: { account_id: 'accountId', email: 'email' },
    archive: leftOut('a link that logs in is in his mailbox, and for half an hour only'),
  },
  // Mails to a new address that he never confirmed are not known to be his; the hourly clearing forgets them within a day.
  mail_queue: {
    goesBy: { to_address: 'email' },
    archive: leftOut('mails are in his mailbox'),
  },
  accounts: {
    goesBy: { id: 'accountId' },
    follows: ['profile_id', 'email', 'pending_email'],
    archive: {
      file: 'account',
      title: 'Account',
      of: 'id',
      order: ['id'],
      fields: {
        id: inner,
        email: text('email'),
        pending_email: text('newEmail'),
        name: text('name'),
        password_hash: secret,
        roles: json('roles'),
        profile_id: text('profileId'),
        preferences: json('choices'),
        acknowledgements: json('acknowledgements'),
        is_test: inner,
        created_ms: time('created'),
      },
    },
  },
  refused_looks: { ofNobody: 'numbers of what pictures look like that must not come back: whose they were is not kept' },
  secrets: { ofNobody: 'keys of the server itself' },
} satisfies { readonly [Table in keyof Schema]: MemberTable<Schema[Table]> | { readonly ofNobody: string } };

/** The tables with something of a member, those that refer to others before these. */
export const memberTables: readonly (readonly [table: string, MemberTable<AnyRow>])[] = Object.entries(memberData).flatMap(
  ([table, of]) => ('ofNobody' in of ? [] : [[table, of] as const]),
);
