// Adds ids to sessions, and moves hiding on the map to the member's preferences, shared by all devices.
import { randomUUID } from 'node:crypto';
import type { Migration } from '#server/db/open.ts';

/** The tables at this migration. */
type Tables = {
  sessions: { id_hash: string; id: string };
  accounts: { id: string; profile_id: string; preferences: string };
  positions: { profile_id: string; is_hidden: number };
};

export const sessions: Migration = {
  name: '0006-sessions',
  async up(db) {
    await db.schema
      .alterTable('sessions')
      .addColumn('id', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    const tables = db.withTables<Tables>();
    for (const { id_hash } of await tables.selectFrom('sessions').select('id_hash').execute())
      await tables.updateTable('sessions').set({ id: randomUUID() }).where('id_hash', '=', id_hash).execute();
    await db.schema.createIndex('sessions_by_id').unique().on('sessions').column('id').execute();

    const hidden = await tables
      .selectFrom('accounts')
      .innerJoin('positions', 'positions.profile_id', 'accounts.profile_id')
      .select(['accounts.id', 'accounts.preferences'])
      .where('positions.is_hidden', '=', 1)
      .execute();
    for (const { id, preferences } of hidden) {
      const chosen = JSON.stringify({ ...JSON.parse(preferences), hide: true });
      await tables.updateTable('accounts').set({ preferences: chosen }).where('id', '=', id).execute();
    }
  },
};
