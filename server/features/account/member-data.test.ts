// The map of member data against the real database: no table or column with data of a member is missing in it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { deleteExpired } from '#server/features/session/housekeeping.ts';
import { createCompleteAccount, openQueueingApp, type QueueingApp, type Life } from '#server/testing/members/complete-account.ts';
import { everyRow, everyTable, foreignKeys } from '#server/testing/app/whole-database.ts';
import { memberData, memberTables } from './member-data.ts';
import type { AnyRow } from './member-table.ts';

/** Tables of the engine, the migrations and the search index. */
const isBookkeeping = (table: string) => ['migrations', 'server_sequence'].includes(table) || table.startsWith('message_words');
const mapped: Readonly<Record<string, object>> = memberData;

let app: QueueingApp;
let life: Life;
beforeAll(async () => {
  app = await openQueueingApp();
  life = await createCompleteAccount(app);
});
afterAll(() => app.close());

/** Columns that the map names. */
const coveredColumns = (table: string): readonly string[] => {
  const found = memberTables.find(([name]) => name === table)?.[1];
  return found ? [...Object.keys(found.deletedBy), ...(found.alsoNamedIn ?? []), ...Object.keys(found.retainedBy ?? {})] : [];
};
/** A row without the columns by which another member retains it. */
const apartFromStaying = (table: string, row: AnyRow): AnyRow => {
  const retainedBy = memberTables.find(([name]) => name === table)?.[1].retainedBy ?? {};
  return Object.fromEntries(Object.entries(row).filter(([column]) => !(column in retainedBy)));
};
const holds = (value: unknown, traces: readonly string[]) => traces.some((trace) => String(value).includes(trace));

test('every table of the database is in the map, and every column of an archived one', async () => {
  const tables = (await everyTable(app.world.db)).filter(({ name }) => !isBookkeeping(name));
  expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(mapped).toSorted());
  for (const { name, columns } of tables) {
    const archive = memberTables.find(([table]) => table === name)?.[1].archive;
    if (archive && 'fields' in archive) expect(Object.keys(archive.fields).toSorted(), name).toEqual(columns.toSorted());
  }
});

test('every column that refers to an account, a profile or a session is covered', async () => {
  const referring =
    /^(account|profile|session|member|user|author|owner|sender|recipient|liker|liked|peer|viewer|\w*_profile)_(id|hash)$/;
  const named = (await everyTable(app.world.db)).flatMap(({ name, columns }) =>
    columns.filter((column) => referring.test(column)).map((column) => ({ table: name, column })),
  );
  const ownTables = ['accounts', 'profiles', 'sessions'];
  const keys = (await foreignKeys(app.world.db)).filter(({ to }) => ownTables.includes(to));
  expect(keys.length).toBeGreaterThan(10);
  for (const { table, column } of [...named, ...keys]) expect(coveredColumns(table), `${table}.${column}`).toContain(column);
});

test('every table has rows of a member who did everything, and names them in covered columns only', async () => {
  const names = [life.anton.profileId, life.anton.accountId, life.traces[2] ?? ''];
  for (const [table] of memberTables) {
    const rows = await everyRow(app.world.db, table);
    const about = rows.filter((row) => Object.values(row).some((value) => holds(value, names)));
    expect(about.length, `${table}: let the member of server/testing/complete-account.ts do what fills it`).toBeGreaterThan(0);
    const naming = new Set(about.flatMap((row) => Object.keys(row).filter((column) => holds(row[column], names))));
    expect(coveredColumns(table), table).toEqual(expect.arrayContaining([...naming]));
  }
});

test('after the deletion no row names the member or contains their texts, except the id in private notes of others', async () => {
  const left = async (traces: readonly string[]) => {
    const rows: (AnyRow & { readonly table: string })[] = [];
    for (const { name: table } of await everyTable(app.world.db))
      for (const row of await everyRow(app.world.db, table)) rows.push({ ...apartFromStaying(table, row), table });
    return rows.filter((row) => Object.values(row).some((value) => holds(value, traces)));
  };
  const sessions = await everyRow(app.world.db, 'sessions');
  const hashes = sessions.filter((row) => row['account_id'] === life.anton.accountId).map((row) => String(row['id_hash']));
  expect(hashes.length).toBeGreaterThan(0);
  expect((await left(life.traces)).length).toBeGreaterThan(20);

  await life.anton.call(account.deleteAccount);
  const isUnconfirmed = (row: AnyRow) => String(row['to_address']).startsWith('new-');
  expect((await left([...life.traces, ...hashes])).filter((row) => !isUnconfirmed(row))).toEqual([]);
  app.clock.pass(25 * 3_600_000);
  await deleteExpired(app.world);
  expect(await left([...life.traces, ...hashes])).toEqual([]);
  expect(await left([life.boris.profileId])).not.toEqual([]);
  const stayed = (await everyRow(app.world.db, 'profile_notes')).filter((row) => holds(row['about_id'], life.traces));
  expect(stayed).toMatchObject([{ author_id: life.boris.profileId, body_text: 'Kind, but never on time' }]);
});
