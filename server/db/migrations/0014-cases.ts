// Reports, cases, juries, evidence, and the append-only hash chain of decisions.
import { sql } from 'kysely';
import type { Migration } from '#server/db/open.ts';

export const cases: Migration = {
  name: '0014-cases',
  async up(db, engine) {
    await db.schema
      .createTable('cases')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('origin', 'text', (c) => c.notNull())
      .addColumn('subject_id', 'text', (c) => c.notNull())
      .addColumn('item_kind', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('jury_round', 'integer', (c) => c.notNull())
      .addColumn('due_ms', 'bigint')
      .addColumn('referred_because', 'text')
      .addColumn('outcome', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('decided_ms', 'bigint')
      .addColumn('sanction_ends_ms', 'bigint')
      .addColumn('opened_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('cases_by_subject').on('cases').columns(['subject_id', 'opened_ms']).execute();
    await db.schema.createIndex('cases_by_state').on('cases').columns(['state', 'due_ms']).execute();

    await db.schema
      .createTable('case_evidence')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('case_id', 'text', (c) => c.notNull().references('cases.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('said', 'text', (c) => c.notNull())
      .addColumn('pending_pictures', 'text', (c) => c.notNull())
      .addColumn('pictures', 'text', (c) => c.notNull())
      .addColumn('words', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('case_evidence_by_case').on('case_evidence').column('case_id').execute();
    await db.schema.createIndex('case_evidence_by_item').on('case_evidence').columns(['kind', 'item_id']).execute();

    await db.schema
      .createTable('reports')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('case_id', 'text', (c) => c.notNull().references('cases.id').onDelete('cascade'))
      .addColumn('reporter_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('item_kind', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('words', 'text', (c) => c.notNull())
      .addColumn('said_before', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('reports_by_reporter').on('reports').columns(['reporter_id', 'created_ms']).execute();
    await db.schema.createIndex('reports_by_case').on('reports').column('case_id').execute();

    await db.schema
      .createTable('case_jurors')
      .addColumn('case_id', 'text', (c) => c.notNull().references('cases.id').onDelete('cascade'))
      .addColumn('juror_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('vote', 'text')
      .addColumn('drawn_ms', 'bigint', (c) => c.notNull())
      .addColumn('voted_ms', 'bigint')
      .addPrimaryKeyConstraint('case_jurors_key', ['case_id', 'juror_id'])
      .execute();
    await db.schema.createIndex('case_jurors_by_juror').on('case_jurors').columns(['juror_id', 'state']).execute();

    await db.schema
      .createTable('case_appeals')
      .addColumn('case_id', 'text', (c) => c.primaryKey().references('cases.id').onDelete('cascade'))
      .addColumn('appellant_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('words', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('case_appeals_by_appellant').on('case_appeals').column('appellant_id').execute();

    await db.schema
      .createTable('hidden_items')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('owner_id', 'text', (c) => c.notNull().references('profiles.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('kept', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('hidden_items_key', ['kind', 'item_id'])
      .execute();
    await db.schema.createIndex('hidden_items_by_case').on('hidden_items').column('case_id').execute();
    await db.schema.createIndex('hidden_items_by_owner').on('hidden_items').column('owner_id').execute();

    await db.schema
      .createTable('ledger')
      .addColumn('place', 'bigint', (c) => c.primaryKey())
      .addColumn('at_ms', 'bigint', (c) => c.notNull())
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('what', 'text', (c) => c.notNull())
      .addColumn('who', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .addColumn('chain', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('ledger_by_case').on('ledger').column('case_id').execute();
    if (engine === 'postgres') {
      await sql`create function ledger_only_grows() returns trigger language plpgsql as
        $$ begin raise exception 'The ledger only grows.'; end $$`.execute(db);
      await sql`create trigger ledger_keeps before update or delete or truncate on ledger
        for each statement execute function ledger_only_grows()`.execute(db);
      return;
    }
    await sql`create trigger ledger_unchanged before update on ledger
      begin select raise(abort, 'The ledger only grows.'); end`.execute(db);
    await sql`create trigger ledger_undeleted before delete on ledger
      begin select raise(abort, 'The ledger only grows.'); end`.execute(db);
  },
};
