// What the database knows of a member's games, for the map of all his data.
import type { Schema } from '../../db/schema.ts';
import { leftOut, own, text, time, type MemberTable } from './member-table.ts';

type GameTable = 'game_consents' | 'game_scores' | 'gpt_rounds' | 'rating_guesses' | 'crop_proposals';

export const gameData = {
  game_consents: {
    goesBy: { profile_id: 'profileId' },
    archive: {
      file: 'game-consents',
      title: 'What of yours may be shown in games',
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
  gpt_rounds: {
    goesBy: { player_id: 'profileId', author_id: 'profileId' },
    archive: {
      file: 'gpt-buster',
      title: 'What you took for a machine’s words',
      of: 'player_id',
      order: ['created_ms', 'id'],
      fields: {
        id: leftOut('a number of the server that says nothing'),
        player_id: own,
        author_id: leftOut('whose words they were is nobody’s to know'),
        planted: leftOut('the same'),
        vote: text('vote'),
        is_raised: leftOut('a mark of the server that says nothing of him'),
        created_ms: time('played'),
      },
    },
  },
  rating_guesses: {
    goesBy: { player_id: 'profileId', owner_id: 'profileId' },
    archive: {
      file: 'rating-game',
      title: 'What you guessed that most would say',
      of: 'player_id',
      order: ['created_ms', 'pic_id'],
      fields: {
        player_id: own,
        pic_id: leftOut('a picture is its owner’s to show'),
        owner_id: leftOut('whose picture it was, the game does not say'),
        guess: text('guess'),
        crowd: text('crowd'),
        created_ms: time('played'),
      },
    },
  },
  crop_proposals: {
    goesBy: { proposer_id: 'profileId', owner_id: 'profileId' },
    archive: {
      file: 'photo-cropping',
      title: 'Crops you proposed',
      of: 'proposer_id',
      order: ['created_ms', 'id'],
      fields: {
        id: leftOut('a number of the server that says nothing'),
        proposer_id: own,
        owner_id: leftOut('whose picture it was, the game does not say'),
        pic_id: leftOut('a picture is its owner’s to show'),
        cut_left: text('left'),
        cut_top: text('top'),
        cut_width: text('width'),
        cut_height: text('height'),
        is_declined: leftOut('nobody is told no'),
        created_ms: time('proposed'),
      },
    },
  },
} satisfies { readonly [Table in GameTable]: MemberTable<Schema[Table]> };
