// The part of the map of member data on games.
import type { Schema } from '#server/db/schema.ts';
import { excluded, own, text, time, type MemberTable } from './member-table.ts';

type GameTable = 'game_consents' | 'game_scores' | 'gpt_rounds' | 'rating_guesses' | 'crop_proposals';

export const gameData = {
  game_consents: {
    deletedBy: { profile_id: 'profileId' },
    archive: {
      file: 'game-consents',
      title: 'What of yours may be shown in games, and what you take part in',
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
        changed_ms: time('changed'),
      },
    },
  },
  // The rows would disclose whose texts and pictures a member was shown, and who of them is still visible.
  gpt_rounds: {
    deletedBy: { player_id: 'profileId', author_id: 'profileId' },
    archive: excluded('votes on texts of others, whose authors the game does not disclose'),
  },
  rating_guesses: {
    deletedBy: { player_id: 'profileId', owner_id: 'profileId' },
    archive: excluded('guesses on pictures of others; own ratings are among the likes given to pictures'),
  },
  crop_proposals: {
    deletedBy: { proposer_id: 'profileId', owner_id: 'profileId' },
    archive: excluded('cuts of pictures of others; whether they were declined is not disclosed'),
  },
} satisfies { readonly [Table in GameTable]: MemberTable<Schema[Table]> };
