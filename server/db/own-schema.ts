// Tells our schema of a PostgreSQL database from one that the server cannot use, which it refuses before anything is changed.
import { sql, type Transaction } from 'kysely';
import { Client } from 'pg';
import { DatabaseFailure } from './errors.ts';
import { connectionTo } from './postgres-address.ts';
import { unreachable } from './unreachable-postgres.ts';

interface Found {
  readonly database: string;
  /** Null if none of the user's search path exists. */
  readonly schema: string | null;
  /** Null without a schema. */
  readonly may_create: 0 | 1 | null;
  readonly has_tables: 0 | 1;
  readonly is_ours: 0 | 1;
  readonly extension_tables: readonly string[];
}

/**
 * Our very first transaction creates `migrations`, so a schema that has only other tables is another program's. The table `migrations` of
 * another program has other columns. Tables and views of extensions do not count.
 */
const findSchema = `
  with relations as (
    select pg_class.oid, relname, exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    ) as is_of_extension
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind in ('r', 'p', 'v', 'm', 'f')
  ), found as (select * from relations where not is_of_extension)
  select current_database()::text as database, current_schema()::text as schema,
    has_schema_privilege(current_schema(), 'create')::int as may_create, exists (select from found)::int as has_tables,
    (3 = (select count(*) from found join pg_attribute on attrelid = found.oid
      where relname = 'migrations' and attname in ('position', 'name', 'applied_at')))::int as is_ours,
    array(select relname::text from relations where is_of_extension order by 1) as extension_tables`;

/** Selects the name of the migration that was applied last. */
export const newestMigration = 'select name from migrations order by position desc limit 1';

function refuseForeign({ database, schema, has_tables, is_ours }: Found): void {
  if (has_tables === 0 || is_ours === 1) return;
  throw new DatabaseFailure(
    'wrong-data',
    `The schema "${schema}" of the PostgreSQL database "${database}" has tables of another program. ` +
      'Set DATABASE_URL to an empty database.',
  );
}

function refuseUnusable(found: Found): void {
  refuseForeign(found);
  if (found.may_create === 1) return;
  const { database, schema } = found;
  throw new DatabaseFailure(
    'wrong-data',
    schema === null
      ? `No schema of the user's search_path exists in the PostgreSQL database "${database}". Create one.`
      : `The user of DATABASE_URL may not create tables in the schema "${schema}" of the PostgreSQL database "${database}". Make this user its owner.`,
  );
}

/** Throws DatabaseFailure 'wrong-data'. */
export async function refuseSchema<S>(tx: Transaction<S>): Promise<void> {
  const { rows } = await sql.raw<Found>(findSchema).execute(tx);
  rows.forEach(refuseUnusable);
}

/** The same for a connection outside of the pools. */
export async function refuseSchemaOf(client: Client): Promise<void> {
  const { rows } = await client.query<Found>(findSchema);
  rows.forEach(refuseUnusable);
}

export interface OwnSchema {
  readonly schema: string;
  /** Whether the server has created its tables in the schema. */
  readonly hasTables: boolean;
  /** Null if no migration is applied, or if the user may not read its name. */
  readonly newestMigration: string | null;
  /** The tables and views in the schema that belong to extensions, such as those of PostGIS. */
  readonly extensionTables: readonly string[];
}

/** The schema in which the server keeps its tables. Throws DatabaseFailure 'database-unavailable' or 'wrong-data'. */
export const readOwnSchema = (databaseUrl: string): Promise<OwnSchema> =>
  asking(databaseUrl, async (client) => {
    const { rows } = await client.query<Found>(findSchema);
    const [found] = rows;
    if (found === undefined) throw new Error('PostgreSQL returned no schema.');
    refuseForeign(found);
    const hasTables = found.is_ours === 1;
    const newest = hasTables ? await client.query<{ name: string }>(newestMigration).catch(() => null) : null;
    return {
      schema: found.schema ?? '',
      hasTables,
      newestMigration: newest?.rows[0]?.name ?? null,
      extensionTables: found.extension_tables,
    };
  });

/** The first column of the only row. Throws DatabaseFailure 'database-unavailable'. */
export const askForNumber = (databaseUrl: string, statement: string): Promise<number> =>
  asking(databaseUrl, async (client) => {
    const { rows } = await client.query<[string]>({ text: statement, rowMode: 'array' });
    return Number(rows[0]?.[0]);
  });

/** Asks on a connection of its own. */
async function asking<T>(databaseUrl: string, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connectionTo(databaseUrl, { connectionTimeoutMillis: 5_000 }));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await ask(client);
  } catch (error) {
    throw error instanceof DatabaseFailure ? error : unreachable(databaseUrl, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
