// On PostgreSQL the statements of members' calls and sockets read and sort no more rows when others have stored more.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCode } from './db/errors.ts';
import { fakeBaseMap } from './outside/base-map.ts';
import { casesOf, createFixtures, deviationsOf } from './testing/contract/contract-cases.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import { migratedPostgresDatabase, type TestDatabase } from './testing/app/postgres.ts';
import { observedDb } from './testing/app/statements.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';
import { write } from './testing/members/actions.ts';
import { cursorOf, openSocket } from './testing/members/sockets.ts';

const rows = contractTable.filter(({ who }) => who !== 'ADMIN' && who !== 'all');
/** Rows of others in each table at the two sizes; PostgreSQL reads smaller tables completely even where an index exists. */
const [fewRows, manyRows] = [500, 5_000];
/** The largest page that a call reads from the database. */
const pageRows = 500;
/** Statements that read what others have stored, with the reason. */
const exempt: readonly (readonly [statement: RegExp, why: string])[] = [
  [/^select \* from "cases" where \("state"/, 'a sweep of what is due'],
  [
    /"(positions|mutes|used_challenges)" where "(effective_until|until)_ms" <=? \$1 limit/,
    'a sweep of what has expired, in slices',
  ],
  [
    /"(sessions|login_links|mail_limits|mail_queue|known_browsers|\w*audit\w*)" where .* limit \$\d+\)?$/,
    'an hourly sweep of what has ended, in slices',
  ],
  [/ "cooties_glitter" where .*("gone_day"|"caught_day")/, 'a daily round, in slices'],
  [/^select count\(\*\) as "count" from "(game_consents|cooties_glitter)"/, 'joining a game counts its players, by an index'],
  [/^select \* from "case_evidence" where "pending_pictures"/, 'a sweep of reported content'],
  [
    /^select "game_consents"\."draw", .* limit/,
    'a draw reads in random order until it has found some; the copies have no pictures',
  ],
  [/^select "profiles"\."id" from "profiles" inner join "accounts" .* "case_jurors"/, 'a sweep draws jurors'],
  [
    /^select "pictures"\."id", .* where "pictures"\."id" > \$\d order by "pictures"\."id" limit/,
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
        if (!exempt.some(([known]) => known.test(sql))) statements.set(sql, parameters);
      }),
      baseMap: fakeBaseMap(),
    }),
  });
  client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  // The statements of startup read everything.
  statements.clear();
});
afterAll(async () => {
  await client.end();
  await app.close();
  await database.remove();
});

test('no statement of a call reads more rows when others have ten times as many', { timeout: 600_000 }, async () => {
  for (const row of rows) await deviationsOf(await createFixtures(app, row), row, casesOf(row));
  const [anton, boris] = [await app.member(), await app.member()];
  const cursor = await cursorOf(anton);
  await write(boris, anton, 'hello');
  (await openSocket(anton, { cursor })).close();
  expect(statements.size).toBeGreaterThan(200);
  const recorded = [...statements];

  await client.query('create schema others');
  for (const name of await tableNames()) await client.query(`create table others.${name} as select * from public.${name}`);
  await copyOthers(0, fewRows);
  const before = await costOfEach(recorded);
  await copyOthers(fewRows, manyRows);
  const after = await costOfEach(recorded);
  const growing = [...after].flatMap(([statement, { read, sorted }]) => {
    const smaller = before.get(statement)?.read ?? 0;
    return read > 1.5 * smaller + 50 || sorted > pageRows ? [{ statement, smaller, read, sorted }] : [];
  });
  expect(growing).toEqual([]);
});

async function tableNames(): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return tables.map(({ name }) => name).filter((name) => !/^(migrations|server_sequence|epochs|secrets)$/.test(name));
}

/**
 * Copies the rows of all tables from one size to the other, with other ids: the last digits of each become the number of the copy.
 */
async function copyOthers(fromRows: number, toRows: number): Promise<void> {
  // This disables foreign keys and triggers.
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

interface Cost {
  readonly read: number;
  readonly sorted: number;
}

async function costOfEach(recorded: readonly (readonly [string, readonly unknown[]])[]): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  for (const [statement, parameters] of recorded) {
    await client.query('begin');
    try {
      const { rows: plans } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
        `explain (analyze, format json) ${statement}`,
        [...parameters],
      );
      const plan = plans[0]?.['QUERY PLAN'][0].Plan;
      if (plan) costs.set(statement, { read: rowsReadBy(plan), sorted: rowsSortedBy(plan) });
    } catch (error) {
      // The row that the call inserted is there already, or the row to which it belonged is gone.
      if (!errorCode(error)?.startsWith('23')) throw error;
    } finally {
      await client.query('rollback');
    }
  }
  return costs;
}

function rowsReadBy(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Node Type'].endsWith(' Scan') ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsReadBy(child), 0);
}

/** The rows of the largest sort. A limit above the sort does not avoid reading them. */
function rowsSortedBy({ 'Node Type': type, Plans: children = [] }: PlanNode): number {
  const own = type.endsWith('Sort') ? (children[0]?.['Actual Rows'] ?? 0) : 0;
  return Math.max(own, ...children.map(rowsSortedBy));
}
