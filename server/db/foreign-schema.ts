// Refuses a PostgreSQL schema of another program before anything in it is changed.
import { sql, type Transaction } from 'kysely';
import { DatabaseFailure } from './errors.ts';

interface Found {
  readonly database: string;
  readonly schema: string;
  readonly has_tables: 0 | 1;
  readonly is_ours: 0 | 1;
}

/**
 * Our first transaction of all creates `migrations`, so a schema with other tables alone is another program's. Throws DatabaseFailure
 * 'wrong-data'. Tables and views of extensions do not count. The table `migrations` of another program has other columns.
 */
export async function refuseForeignSchema<S>(tx: Transaction<S>): Promise<void> {
  const { rows } = await sql<Found>`
    with found as (
      select pg_class.oid, relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = current_schema() and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    )
    select current_database() as database, current_schema() as schema, exists (select from found) as has_tables,
      3 = (select count(*) from found join pg_attribute on attrelid = found.oid
        where relname = 'migrations' and attname in ('position', 'name', 'applied_at')) as is_ours`.execute(tx);
  const [found] = rows;
  if (!found || found.has_tables === 0 || found.is_ours === 1) return;
  throw new DatabaseFailure(
    'wrong-data',
    `The schema "${found.schema}" of the PostgreSQL database "${found.database}" has tables of another program. ` +
      'Set DATABASE_URL to an empty database.',
  );
}
