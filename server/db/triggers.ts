// Creates triggers with the same statements on both engines.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from './migrate.ts';

interface RowTrigger {
  readonly name: string;
  readonly after: RawBuilder<unknown>;
  readonly when: RawBuilder<unknown>;
  /** Statements with the row as `new` and `old`. The last one ends with a semicolon. */
  readonly body: RawBuilder<unknown>;
}

export async function createRowTrigger(
  db: Kysely<unknown>,
  engine: Engine,
  { name, after, when, body }: RowTrigger,
): Promise<void> {
  const trigger = sql.raw(name);
  if (engine === 'sqlite') {
    await sql`create trigger ${trigger} after ${after} for each row when ${when} begin ${body} end`.execute(db);
    return;
  }
  await sql`create function ${trigger}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`.execute(db);
  await sql`create trigger ${trigger} after ${after} for each row when (${when}) execute function ${trigger}()`.execute(db);
}
