// The number of each message in its conversation, counts of its disclosed changes, and the runs of the server.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const sequences: Migration = {
  name: '0023-sequences',
  async up(db) {
    for (const column of ['place', 'changes', 'sender_changes'])
      await db.schema
        .alterTable('messages')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    await sql`update messages set place = numbered.place
      from (select id, row_number() over (partition by pair order by sequence, id) as place
        from messages where pair is not null) as numbered
      where numbered.id = messages.id`.execute(db);
    await db.schema
      .createTable('epochs')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('first_revision', 'bigint', (c) => c.notNull())
      .execute();
  },
};
