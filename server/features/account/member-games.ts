// What the database knows of a member's games, for the map of all his data.
import type { Schema } from '#server/db/schema.ts';
import { leftOut, own, text, time, type MemberTable } from './member-table.ts';

type GameTable = 'game_consents' | 'game_scores' | 'gpt_rounds' | 'rating_guesses' | 'crop_proposals';

export const gameData = {
  game_consents: {
    goesBy: { profile_id: 'profileId' },
    archive: {
      file: 'game-consents',
      title: 'What of yours may be shown in games, and what you take part in',
      of: 'profile_id',
      order: ['kind'],
      fields: {
        profile_id: own,
        kind: text('what'),
        draw: leftOut('a random number that says nothing'),
        created_ms: time('since'),
      },
    },
  },
  game_scores: {
    goesBy: { profile_id: 'profileId' },
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
  // Which rows there are says whose words and pictures a member came across, and who of them is still there for him.
  gpt_rounds: {
    goesBy: { player_id: 'profileId', author_id: 'profileId' },
    archive: leftOut('what he took the words of others for; the game does not say whose they are'),
  },
  rating_guesses: {
    goesBy: { player_id: 'profileId', owner_id: 'profileId' },
    archive: leftOut('what he guessed of pictures of others; his own ratings are among the likes he gave to pictures'),
  },
  crop_proposals: {
    goesBy: { proposer_id: 'profileId', owner_id: 'profileId' },
    archive: leftOut('cuts of pictures of others; whether they were declined is theirs to know'),
  },
} satisfies { readonly [Table in GameTable]: MemberTable<Schema[Table]> };
