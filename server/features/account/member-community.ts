// What the database knows of a member's part in the community's games, for the map of all his data.
import type { Schema } from '#server/db/schema.ts';
import { leftOut, own, text, time, type MemberTable } from './member-table.ts';

type CommunityTable = 'cooties_glitter' | 'cooties_rounds' | 'health_marks' | 'health_notices' | 'welcome_hellos';

export const communityData = {
  cooties_glitter: {
    goesBy: { profile_id: 'profileId' },
    archive: {
      file: 'cooties',
      title: 'Your glitter',
      of: 'profile_id',
      order: ['caught_day', 'id'],
      fields: {
        id: leftOut('a number of the server that says nothing'),
        profile_id: own,
        caught_day: time('caught'),
        gone_day: time('gone'),
        passed_on: text('passedOnTo'),
        went_on: leftOut('it would tell how many others somebody writes with'),
        from_id: leftOut('from whom it came would tell who writes with whom'),
      },
    },
  },
  cooties_rounds: { ofNobody: 'days on which the glitter went on' },
  health_marks: { ofNobody: 'keyed hashes that end by themselves and name nobody' },
  health_notices: {
    goesBy: { profile_id: 'profileId' },
    archive: leftOut('he is told of it within some hours, and nothing here says from whom'),
  },
  welcome_hellos: {
    goesBy: { greeter_id: 'profileId', newcomer_id: 'profileId' },
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
} satisfies { readonly [T in CommunityTable]: MemberTable<Schema[T]> | { readonly ofNobody: string } };
