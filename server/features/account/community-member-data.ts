// The member data map for cooties, health reports and welcome.
import type { Schema } from '#server/db/schema.ts';
import { excluded, own, text, time, type MemberTable } from './member-table.ts';

type CommunityTable = 'cooties_glitter' | 'cooties_rounds' | 'health_marks' | 'health_notices' | 'welcome_hellos';

export const communityMemberData = {
  cooties_glitter: {
    deletedBy: { profile_id: 'profileId' },
    archive: {
      file: 'cooties',
      title: 'Your glitter',
      of: 'profile_id',
      order: ['caught_day', 'id'],
      fields: {
        id: excluded('an internal id'),
        profile_id: own,
        caught_day: time('caught'),
        gone_day: time('gone'),
        passed_on: text('passedOnTo'),
        went_on: excluded('would disclose how many members others write with'),
        from_id: excluded('would disclose who writes with whom'),
      },
    },
  },
  cooties_rounds: { noMemberData: 'days whose round was played' },
  health_marks: { noMemberData: 'keyed hashes that expire and identify nobody' },
  health_notices: {
    deletedBy: { profile_id: 'profileId' },
    archive: excluded('becomes a notification within hours and does not name the sender'),
  },
  welcome_hellos: {
    deletedBy: { greeter_id: 'profileId', newcomer_id: 'profileId' },
    archive: {
      file: 'welcome',
      title: 'Newcomers you said hello to',
      of: 'greeter_id',
      order: ['created_ms', 'newcomer_id'],
      other: { column: 'newcomer_id', as: 'name' },
      fields: {
        greeter_id: own,
        newcomer_id: text('profileId'),
        created_ms: time('said'),
        answered_ms: time('answered'),
        vouched_ms: time('youVouchSince'),
      },
    },
  },
} satisfies { readonly [T in CommunityTable]: MemberTable<Schema[T]> | { readonly noMemberData: string } };
