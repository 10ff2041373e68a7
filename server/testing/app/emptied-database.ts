// Empties a database between tests, which takes much less time than making a new one.
import type { PoolClient } from 'pg';
import { newPool, type Connections } from '#server/db/postgres.ts';

/** The migrations themselves. No migration inserts other rows. */
const keptTable = 'migrations';

/** Differs after each change of the schema, or of the statistics by which queries are planned, but not after a truncation. */
const schemaState = `select concat_ws(' ',
  (select concat_ws(' ', count(*), sum(reltuples), sum(relpages)) from pg_class where oid >= 16384),
  (select concat_ws(' ', count(*), max(xmin::text::bigint)) from pg_attribute where attrelid >= 16384),
  (select concat_ws(' ', count(*), max(xmin::text::bigint)) from pg_trigger),
  (select concat_ws(' ', count(*), max(xmin::text::bigint)) from pg_constraint),
  (select concat_ws(' ', count(*), max(xmin::text::bigint)) from pg_proc where oid >= 16384),
  (select count(*) from pg_statistic where starelid >= 16384)) as state`;

const namesOf = async (client: PoolClient, relationKind: 'r' | 'S'): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = $1 and relnamespace = 'public'::regnamespace`,
    [relationKind],
  );
  return rows.map(({ name }) => name);
};

/**
 * Removes all rows except those of the migrations, and ends the connections. Resolves to false, and removes nothing, if the schema
 * or the statistics were changed.
 */
export type Emptier = (connections: Connections) => Promise<boolean>;

/**
 * Makes an emptier for later copies of the database at `templateUrl`. Truncates the tables there, so that each copy begins in the
 * state of an emptied database. Throws if these tables have rows.
 */
export async function emptierOf(templateUrl: string): Promise<Emptier> {
  const { tables, sequences } = await inDatabase(newPool(templateUrl, ''), async (client) => ({
    tables: (await namesOf(client, 'r')).filter((name) => name !== keptTable),
    sequences: await namesOf(client, 'S'),
  }));
  const filledTables = tables.map((name) => `select '${name}' as name where exists (select from ${name})`).join(' union all ');
  // This includes tables from which all rows were deleted again.
  const writtenTables = `select name from unnest(array[${tables.map((name) => `'${name}'`).join(', ')}]) as name
    where pg_relation_size(name::regclass) > 0`;
  const restart = sequences.map((name) => `select setval('${name}', 1, false);`).join(' ');

  const namesFrom = async (client: PoolClient, statement: string): Promise<string[]> =>
    (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name);
  const truncate = async (client: PoolClient, names: readonly string[]): Promise<void> => {
    const these = `oid in (${names.map((name) => `'${name}'::regclass`).join(', ')})`;
    // Rows that were only deleted would leave gaps, which change the order of unordered results. A table that others refer to could
    // be truncated only together with all of those, which takes ten times as long. Those that have rows are truncated too.
    const truncation = `update pg_class set relhastriggers = false where ${these};
      truncate ${names.join(', ')};
      update pg_class set relhastriggers = exists (select from pg_trigger where tgrelid = pg_class.oid) where ${these};`;
    await client.query(`begin; ${names.length > 0 ? truncation : ''} ${restart} commit`);
    // Each truncation leaves dead rows in pg_class.
    await client.query('vacuum pg_class');
  };

  const state = await inDatabase(newPool(templateUrl, ''), async (client) => {
    const filled = await namesFrom(client, filledTables);
    if (filled.length > 0) throw new Error(`These tables would have to keep rows of the migrations: ${filled.join(', ')}`);
    // The first truncation changes the statistics of indexes that were built on empty tables, so the state is read after it.
    await truncate(client, tables);
    return stateOf(client);
  });

  return (connections) =>
    inDatabase(connections, async (client) => {
      if ((await stateOf(client)) !== state) return false;
      await truncate(client, await namesFrom(client, writtenTables));
      return true;
    });
}

async function stateOf(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ state: string }>(schemaState);
  return rows[0]?.state ?? '';
}

/** Ends the connections afterwards. */
async function inDatabase<T>(connections: Connections, work: (client: PoolClient) => Promise<T>): Promise<T> {
  try {
    const client = await connections.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  } finally {
    await connections.end();
  }
}
