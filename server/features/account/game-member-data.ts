// The member data map for games.
import type { Schema } from '#server/db/schema.ts';
import { excluded, own, text, time, type MemberTable } from './member-table.ts';

type GameTable = 'game_consents' | 'game_scores' | 'gpt_rounds' | 'rating_guesses' | 'crop_proposals';

export const gameMemberData = {
  game_consents: {
    deletedBy: { profile_id: 'profileId' },
    archive: {
      file: 'game-consents',
      title: 'Games you take part in, and what they may show of yours',
      of: 'profile_id',
      order: ['kind'],
      fields: {
        profile_id: own,
        kind: text('what'),
        draw: excluded('a random number'),
        created_ms: time('since'),
      },
    },
  },
  game_scores: {
    deletedBy: { profile_id: 'profileId' },
    archive: {
      file: 'game-scores',
      title: 'Your scores',
      of: 'profile_id',
      order: ['game'],
      fields: {
        profile_id: own,
        game: text('game'),
        points: text('points'),
        streak: text('inARow'),
        best: text('mostInARow'),
        day_start_points: text('pointsBeforeThatDay'),
        changed_ms: time('changed'),
      },
    },
  },
  // These rows are left out because they would disclose whose texts and pictures the member was shown.
  gpt_rounds: {
    deletedBy: { player_id: 'profileId', author_id: 'profileId' },
    archive: excluded('votes on texts of others, whose authors the game does not disclose'),
  },
  rating_guesses: {
    deletedBy: { player_id: 'profileId', owner_id: 'profileId' },
    archive: excluded('guesses on pictures of others; your ratings are in the likes you gave to pictures'),
  },
  crop_proposals: {
    deletedBy: { proposer_id: 'profileId', owner_id: 'profileId' },
    archive: excluded('crops of pictures of others; declined crops are not disclosed'),
  },
} satisfies { readonly [Table in GameTable]: MemberTable<Schema[Table]> };
