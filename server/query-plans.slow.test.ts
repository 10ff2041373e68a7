// The plans of the statements that calls and sockets make on a filled SQLite database: none reads or sorts a whole table.
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeBaseMap } from './outside/base-map.ts';
import { casesOf, createFixtures, deviationsOf } from './testing/contract/contract-cases.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import { cursorOf, openSocket } from './testing/members/sockets.ts';
import { write } from './testing/members/actions.ts';
import { fillCopy } from './testing/app/filled-copy.ts';
import { recordingDb } from './testing/app/statements.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

/** Statements that may read or sort more than a page, with the reason. */
const allowed: readonly (readonly [statement: RegExp, why: string])[] = [
  [/ from "known_browsers" where "account_id"/, 'a member has few known browsers'],
  [
    /^select \* from "(push_subscriptions|sessions|passkeys)" where "account_id"/,
    'a member has few devices, sessions and passkeys',
  ],
  [/^select \* from "pic_grants" where "owner_id"/, 'a member grants at most 1,000'],
  [/^select \* from "pic_grants" where "until_ms" <= \? limit/, 'a sweep in slices; the copied grants all end at the same time'],
  [/^select .* from "pictures" where "profile_id" in/, 'a member has few pictures'],
  [/^select \* from "(reports|case_evidence)" where "case_id"/, 'a case has few reports and pieces of evidence'],
  [/^select \* from "welcome_hellos" where "greeter_id"/, 'a member greets a few newcomers a day'],
  [/^select \* from "\w+" where .* limit 500$/, 'an archive reads all rows of a member, in pages'],
  [/^select \* from "case_evidence" where "pending_pictures"/, 'a sweep of reported content'],
  [/^select \* from "hidden_items" where "state" in/, 'a sweep of withheld content'],
  [/^select (\*|"cases"\.\*) from "cases" where/, 'a sweep of open cases, and the lists of administrators'],
  [
    /"(mail_limits|mail_queue|positions|mutes|used_challenges)" where "(until|state|effective)_?\w*" (<=|!=) \?.* limit \?\)?$/,
    'a sweep in slices',
  ],
  [/^select \* from "health_notices" where "due_ms" <= /, 'a sweep of due notices in a random order'],
  [/ "cooties_glitter" .*"gone_day"/, 'a daily sweep of the glitter game'],
  [
    /^select "subject_id", "sanction_ends_ms" from "cases" where "outcome" = \? and "sanction_ends_ms" > \?$/,
    'once at the start',
  ],
  [/^select "(profile|account)_id" from "deletions"$/, 'once at the start'],
  [/^select count\(\*\) as "count" from "positions" where "effective_until_ms" > \?$/, 'once at the start'],
  [/^select "liker_id", "liked_id" from "likes" where "is_blocked" = \?$/, 'once at the start'],
  [/^select "profile_id" from "accounts" where "preferences" like/, 'once at the start'],
  [/^select "profile_id", "preferences" from "accounts" where \("preferences" like/, 'once at the start'],
  [/^select max\("seen_ms"\) as "newest_ms" from "sessions"$/, 'once at the start'],
  [/^select "profiles"\."id", max\("sessions"\."seen_ms"\) as "at_ms" from "sessions" inner join/, 'once at the start'],
  [/^select \* from "welcome_hellos" where "answered_ms" is null/, 'at the start and in a sweep, in pages'],
  [/^select ("look" from "refused_looks"|\* from "epochs" order by "first_revision")$/, 'once at the start'],
  [/^select count\(\*\) as "count" from "push_queue"$/, 'an administrator asks for the health of the server'],
];

/** More than a page in each table, so that the planner sees what a member's call must not read. */
const rowsOfEach = 2_000;

const statements: string[] = [];
let app: TestApp;
let database: Database | undefined;
beforeAll(async () => {
  app = await openTestApp({
    env: { LOG_LEVEL: 'silent' },
    parts: (usual) => ({ db: recordingDb(usual.db, statements), baseMap: fakeBaseMap() }),
  });
});
afterAll(async () => {
  database?.close();
  await app.close();
});

test('no statement reads or sorts a whole table, apart from those with a reason', async () => {
  for (const row of contractTable) await deviationsOf(await createFixtures(app, row), row, casesOf(row));
  const [anton, boris] = [await app.member(), await app.member()];
  const cursor = await cursorOf(anton);
  await write(boris, anton, 'hello');
  (await openSocket(anton, { cursor })).close();

  const copy = path.join(app.dataDir, 'filled.sqlite');
  await app.world.db.backup(copy);
  const filled = fillCopy(copy, rowsOfEach);
  database = filled;
  const made = [...new Set(statements.map((statement) => statement.trim()))];
  expect(made.length).toBeGreaterThan(250);
  const costly = made.flatMap((statement) => {
    const steps = costlySteps(filled, statement);
    return steps.length > 0 && !allowed.some(([known]) => known.test(statement)) ? [{ statement, steps }] : [];
  });
  expect(costly).toEqual([]);
});

/** Steps of the plan that read a whole table, or sort it before a limit applies. */
function costlySteps(filled: Database, statement: string): string[] {
  const values = Array.from(statement.matchAll(/\?/g), () => null);
  const rows = filled.prepare<unknown[], { detail: string }>(`explain query plan ${statement}`).all(...values);
  const steps = rows.map(({ detail }) => detail);
  const computed = steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1] ?? []);
  const isInOrder = / limit \S+$/.test(statement) && !/ where /.test(statement);
  return steps.filter((step) => {
    const scanned = /^SCAN (\S+)/.exec(step)?.[1];
    // Sorting by the last term concerns rows with the same first terms only.
    if (scanned === undefined) return /^USE TEMP B-TREE FOR (?!LAST)/.test(step) && !sortsFewRows(statement);
    if (computed.includes(scanned) || /CONSTANT ROW|VALUES CLAUSE|VIRTUAL TABLE INDEX \d+:.*M/.test(step)) return false;
    return !(isInOrder && step.includes(' USING '));
  });
}

/** Rows looked up by their ids are as many as were asked for. */
const sortsFewRows = (statement: string): boolean => /"id" in \(/.test(statement);
