// Games: consents, scores and rounds.
import type { Migration } from '#server/db/open.ts';

export const games: Migration = {
  name: '0015-games',
  async up(db) {
    await db.schema
      .createTable('game_consents')
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('draw', 'double precision', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('game_consents_key', ['profile_id', 'kind'])
      .execute();
    await db.schema.createIndex('game_consents_by_draw').on('game_consents').columns(['kind', 'draw']).execute();

    await db.schema
      .createTable('game_scores')
      .addColumn('profile_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('game', 'text', (c) => c.notNull())
      .addColumn('points', 'integer', (c) => c.notNull())
      .addColumn('streak', 'integer', (c) => c.notNull())
      .addColumn('best', 'integer', (c) => c.notNull())
      .addColumn('changed_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('game_scores_key', ['profile_id', 'game'])
      .execute();
    await db.schema.createIndex('game_scores_by_points').on('game_scores').columns(['game', 'points', 'profile_id']).execute();

    await db.schema
      .createTable('gpt_rounds')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('player_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('author_id', 'text', (c) => c.references('profiles.id').onDelete('cascade'))
      .addColumn('planted', 'text')
      .addColumn('vote', 'text')
      .addColumn('is_raised', 'integer', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('gpt_rounds_by_player').on('gpt_rounds').columns(['player_id', 'created_ms']).execute();
    await db.schema.createIndex('gpt_rounds_by_author').on('gpt_rounds').column('author_id').execute();

    await db.schema
      .createTable('rating_guesses')
      .addColumn('player_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('pic_id', 'text', (c) => c.notNull().references('pictures.id').onDelete('cascade'))
      .addColumn('owner_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('guess', 'text', (c) => c.notNull())
      .addColumn('crowd', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('rating_guesses_key', ['player_id', 'pic_id'])
      .execute();
    await db.schema.createIndex('rating_guesses_by_picture').on('rating_guesses').column('pic_id').execute();
    await db.schema.createIndex('rating_guesses_by_owner').on('rating_guesses').column('owner_id').execute();

    await db.schema
      .createTable('crop_proposals')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('proposer_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('owner_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('pic_id', 'text', (c) => c.notNull().references('pictures.id').onDelete('cascade'))
      .addColumn('cut_left', 'integer', (c) => c.notNull())
      .addColumn('cut_top', 'integer', (c) => c.notNull())
      .addColumn('cut_width', 'integer', (c) => c.notNull())
      .addColumn('cut_height', 'integer', (c) => c.notNull())
      .addColumn('is_declined', 'integer', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('crop_proposals_once', ['proposer_id', 'pic_id'])
      .execute();
    await db.schema.createIndex('crop_proposals_by_owner').on('crop_proposals').columns(['owner_id', 'created_ms']).execute();
    await db.schema.createIndex('crop_proposals_by_picture').on('crop_proposals').column('pic_id').execute();
  },
};
