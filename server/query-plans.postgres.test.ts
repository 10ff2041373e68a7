// Rows that the statements of members' calls read on PostgreSQL: not more when others have stored more.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeBaseMap } from './outside/base-map.ts';
import { casesOf, createFixtures, deviationsOf } from './testing/contract/contract-cases.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import { migratedPostgresDatabase, stopPostgres, type TestDatabase } from './testing/app/postgres.ts';
import { observedDb } from './testing/app/statements.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

const rows = contractTable.filter(({ call, who }) => call.method === 'GET' && who !== 'ADMIN' && who !== 'all');
/** Rows of others in each table at the two sizes; PostgreSQL reads smaller tables whole even where an index exists. */
const [fewRows, manyRows] = [500, 5_000];
/** Statements that read what others have stored, with the reason. */
const exempt: readonly (readonly [statement: RegExp, why: string])[] = [
  [/^select \* from "cases" where \("state"/, 'a sweep of what is due'],
  [/^select "profile_id" from "positions" where "effective_until_ms" <= \$1 limit/, 'a sweep of what has expired'],
  [
    /^select "pictures"\."id", .* where "pictures"\."id" > \$3 order by "pictures"\."id" limit/,
    'a sweep of all pictures, in pages',
  ],
];

const statements = new Map<string, readonly unknown[]>();
let database: TestDatabase;
let app: TestApp;
let client: Client;

beforeAll(async () => {
  database = await migratedPostgresDatabase();
  app = await openTestApp({
    databaseUrl: database.databaseUrl,
    env: { LOG_LEVEL: 'silent' },
    parts: (usual) => ({
      db: observedDb(usual.db, ({ sql, parameters }) => {
        if (sql.startsWith('select') && !exempt.some(([known]) => known.test(sql))) statements.set(sql, parameters);
      }),
      baseMap: fakeBaseMap(),
    }),
  });
  client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  // Those of the start read everything.
  statements.clear();
});
afterAll(async () => {
  await client.end();
  await app.close();
  await database.remove();
  await stopPostgres();
});

test('no statement of a call reads more rows when others have ten times as many', async () => {
  for (const row of rows) await deviationsOf(await createFixtures(app, row), row, casesOf(row));
  expect(statements.size).toBeGreaterThan(60);
  const recorded = [...statements];

  await client.query('create schema others');
  for (const name of await tableNames()) await client.query(`create table others.${name} as select * from public.${name}`);
  await copyOthers(0, fewRows);
  const before = await rowsReadByEach(recorded);
  await copyOthers(fewRows, manyRows);
  const after = await rowsReadByEach(recorded);
  const growing = [...after].flatMap(([statement, count]) => {
    const smaller = before.get(statement) ?? 0;
    return count > 1.5 * smaller + 50 ? [{ statement, smaller, count }] : [];
  });
  expect(growing).toEqual([]);
});

async function tableNames(): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return tables.map(({ name }) => name).filter((name) => !/^(migrations|server_sequence|epochs|secrets)$/.test(name));
}

/** Copies the rows of all tables from a size to another, with other ids: the last digits of each become the number of the copy. */
async function copyOthers(fromRows: number, toRows: number): Promise<void> {
  // Without foreign keys and triggers.
  await client.query('set session_replication_role = replica');
  const copied = String.raw`regexp_replace(to_jsonb(kept)::text, '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8})[0-9a-f]{4}',
    '\1' || lpad(to_hex(copy), 4, '0'), 'g')::jsonb`;
  for (const name of await tableNames())
    await client.query(`insert into public.${name}
      select made.* from others.${name} as kept,
        (select greatest(count(*), 1) as rows from others.${name}) as base,
        generate_series(${fromRows} / base.rows + 1, ${toRows} / base.rows) as copy,
        jsonb_populate_record(null::public.${name}, ${copied}) as made
      on conflict do nothing`);
  await client.query('set session_replication_role = origin');
  await client.query('analyze');
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

async function rowsReadByEach(recorded: readonly (readonly [string, readonly unknown[]])[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [statement, parameters] of recorded) {
    const { rows: plans } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
      `explain (analyze, format json) ${statement}`,
      [...parameters],
    );
    const [plan] = plans;
    counts.set(statement, plan ? rowsReadBy(plan['QUERY PLAN'][0].Plan) : 0);
  }
  return counts;
}

function rowsReadBy(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Node Type'].endsWith(' Scan') ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsReadBy(child), 0);
}
