// The log of changes that processes on one PostgreSQL database follow, how far each of them knows it, and what they share of positions.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const changes: Migration = {
  name: '0035-changes',
  async up(db, engine) {
    await db.schema
      .createTable('position_states')
      .addColumn('profile_id', 'text', (column) => column.primaryKey().references('profiles.id').onDelete('cascade'))
      .addColumn('state_id', 'text', (column) => column.notNull())
      .addColumn('due_ms', 'bigint', (column) => column.notNull())
      .addColumn('has_point', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('position_states_by_due').on('position_states').column('due_ms').execute();
    // A SQLite file has only one process.
    if (engine === 'sqlite') return;
    await sql`create table changes (
      id bigserial primary key,
      xid xid8 not null default pg_current_xact_id(),
      event text not null,
      at timestamptz not null default now()
    )`.execute(db);
    await sql`create index changes_by_xid on changes (xid)`.execute(db);
    await sql`create table processes (
      id text primary key,
      followed xid8 not null,
      applied bigint[] not null default '{}',
      alive_until timestamptz not null,
      told_at timestamptz not null
    )`.execute(db);
  },
};
