// Applies missing migrations, each in its own transaction, and refuses a newer database.
import { type Kysely, sql, type Transaction } from 'kysely';
import { DatabaseFailure } from './errors.ts';
import { refuseSchema } from './own-schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** A step in the append-only list. `up` uses the portable schema builder. `engine` is for rare differences. */
export interface Migration {
  /** Unique, and never changed after a release. For example '0001-accounts'. */
  readonly name: string;
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

interface MigratedDatabase<S> {
  readonly engine: Engine;
  write<T>(work: (tx: Transaction<S>) => Promise<T>): Promise<T>;
}

interface Bookkeeping {
  migrations: { position: number; name: string; applied_at: number };
}

/** Any number. The lock keeps several processes from migrating at once when they start. */
const migrationLock = 7_203_411;

/**
 * Applies what is missing, in order. After a crash, finished migrations stay. Throws DatabaseFailure 'newer-database' if the database
 * has a migration that this version does not know, 'wrong-data' if the schema of PostgreSQL cannot be used, and an Error if a known
 * one is out of order.
 */
export async function migrate<S>(database: MigratedDatabase<S>, migrations: readonly Migration[]): Promise<void> {
  const appliedBefore = await inMigrationTurn(database, async (tx) => {
    if (database.engine === 'postgres') await refuseSchema(tx);
    await createBookkeeping(tx, database.engine);
    const applied = await appliedNames(tx);
    assertKnown(applied, migrations);
    return applied.length;
  });
  for (const [position, migration] of migrations.entries()) {
    if (position < appliedBefore) continue;
    await inMigrationTurn(database, async (tx) => {
      const applied = await appliedNames(tx);
      assertKnown(applied, migrations);
      if (applied.length > position) return;
      // The cast is needed, because each migration sees a different schema.
      await migration.up(tx as unknown as Kysely<unknown>, database.engine);
      await tx.insertInto('migrations').values({ position, name: migration.name, applied_at: Date.now() }).execute();
    });
  }
}

function inMigrationTurn<S, T>(database: MigratedDatabase<S>, work: (tx: Transaction<Bookkeeping>) => Promise<T>): Promise<T> {
  return database.write(async (tx) => {
    if (database.engine === 'postgres') {
      // Without a timeout, because this migration may take long, or the wait for one of another process.
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx);
    }
    // The cast is needed, because the tables of migrations are not part of the schema.
    return work(tx as unknown as Transaction<Bookkeeping>);
  });
}

async function createBookkeeping(tx: Transaction<Bookkeeping>, engine: Engine): Promise<void> {
  await tx.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  if (engine === 'postgres') await sql`create sequence if not exists server_sequence`.execute(tx);
}

async function appliedNames(tx: Transaction<Bookkeeping>): Promise<string[]> {
  const rows = await tx.selectFrom('migrations').select('name').orderBy('position').execute();
  return rows.map((row) => row.name);
}

function assertKnown(applied: readonly string[], migrations: readonly Migration[]): void {
  for (const [position, name] of applied.entries()) {
    if (migrations[position]?.name === name) continue;
    if (!migrations.some((migration) => migration.name === name)) {
      throw new DatabaseFailure(
        'newer-database',
        `This database was last opened by a newer version (it has '${name}', which this version does not know). ` +
          'Start that version again, or restore a backup made before it.',
      );
    }
    throw new Error(
      `Migration '${name}' was applied in another order than this version lists: the list may only grow at its end.`,
    );
  }
}
