// The points of a score at the start of the day of its last change, which are the ones that others see on that day.
import type { Migration } from '#server/db/open.ts';

/** The table at this migration. */
type Tables = { game_scores: { points: number; day_start_points: number } };

export const dayStartPoints: Migration = {
  name: '0037-day-start-points',
  async up(db) {
    await db.schema
      .alterTable('game_scores')
      .addColumn('day_start_points', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db
      .withTables<Tables>()
      .updateTable('game_scores')
      .set((row) => ({ day_start_points: row.ref('points') }))
      .execute();
    await db.schema
      .createIndex('game_scores_by_day_start')
      .on('game_scores')
      .columns(['game', 'day_start_points', 'profile_id'])
      .execute();
  },
};
