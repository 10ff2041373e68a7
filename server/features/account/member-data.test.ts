// Compares the member data map with the real database: no table or column with member data is missing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { deleteExpired } from '#server/features/session/housekeeping.ts';
import {
  createCompleteAccount,
  openQueueingApp,
  type QueueingApp,
  type CompleteAccount,
} from '#server/testing/members/complete-account.ts';
import { everyRow, everyTable, foreignKeys } from '#server/testing/app/whole-database.ts';
import { translatorFor } from '#server/texts/translators.ts';
import { archiveLabels } from './archive-labels.ts';
import { memberData, memberTables } from './member-data.ts';
import type { AnyRow } from './member-table.ts';

/** Migrations, the sequence, running processes and the search index; and the log of changes, which is kept for ten minutes. */
const isInternal = (table: string) =>
  ['changes', 'migrations', 'processes', 'server_sequence'].includes(table) || table.startsWith('message_words');
const mapped: Readonly<Record<string, object>> = memberData;

let app: QueueingApp;
let life: CompleteAccount;
beforeAll(async () => {
  app = await openQueueingApp();
  life = await createCompleteAccount(app);
});
afterAll(() => app.close());

const coveredColumns = (table: string): readonly string[] => {
  const found = memberTables.find(([name]) => name === table)?.[1];
  return found ? [...Object.keys(found.deletedBy), ...(found.alsoNamedIn ?? []), ...Object.keys(found.retainedBy ?? {})] : [];
};
const withoutRetainedColumns = (table: string, row: AnyRow): AnyRow => {
  const retainedBy = memberTables.find(([name]) => name === table)?.[1].retainedBy ?? {};
  return Object.fromEntries(Object.entries(row).filter(([column]) => !(column in retainedBy)));
};
const contains = (value: unknown, traces: readonly string[]) => traces.some((trace) => String(value).includes(trace));

test('the archive’s files have these titles and fields, which members and their programs read', () => {
  const files = memberTables.flatMap(([, { archive }]) => {
    if ('excluded' in archive) return [];
    const { file, title, other, fields } = archive;
    const shown = Object.values(fields).flatMap((field) => ('excluded' in field ? [] : [field.as]));
    return [`${file}: ${title} | ${[...(other ? [other.as] : []), ...shown].join(', ')}`];
  });
  expect(files).toEqual([
    'profile: Profile | profileId, publicName, publicPictures, privatePictures, birthdate, height, weight, heightCm, weightKg, description, characteristics, lastSeen, created, changed',
    'game-consents: Games you take part in, and what they may show of yours | what, since',
    'game-scores: Your scores | game, points, inARow, mostInARow, pointsBeforeThatDay, changed',
    'pictures: Pictures | sentToName, file, width, height, uploaded, sentTo, viewOnce',
    'shared-pictures: People you share private pictures with | name, profileId, until, created',
    'picture-likes: Likes you gave to pictures | name, profileId, like, created, changed',
    'reports: What you reported | kind, reason, words, created',
    'jury: Cases you were asked to decide | state, vote, asked, voted',
    'appeals: Your appeals | words, created',
    'cooties: Your glitter | caught, gone, passedOnTo',
    'welcome: Newcomers you said hello to | name, profileId, said, answered, youVouchSince',
    'position: Where others see you | gridRow, gridColumn, gridMetres, setBy, hidden, until, changed',
    'likes: Likes you gave, and members you block | name, profileId, like, blocked, since, created, changed',
    'notes: Your private notes | name, profileId, note, tags, created, changed',
    'notifications: Notifications | name, kind, profileId, text, leadsTo, created',
    'mutes: Muted conversations | name, profileId, until',
    'devices: Devices with notifications | device, ends, lastUsed, created, site, language',
    'sessions: Where you are logged in | remembered, showsNsfw, device, loggedIn, byMailedLink, lastUsed, endsUnused, ends, created',
    'passkeys: Passkeys | site, name, lastUsed, added',
    'logins: Logins and changes of the account | what, networkAddress, created',
    'known-browsers: Browsers where you have logged in | lastLogin',
    'mail-limits: Limits of emails to you | until',
    'contact-messages: What you wrote to us | site, name, message, language, created, answer, answered',
    'account: Account | email, newEmail, name, roles, profileId, choices, acknowledgements, created',
  ]);
});

test('the archive’s pages name each of these fields, and no others', () => {
  const used = memberTables.flatMap(([, { archive }]) => {
    if ('excluded' in archive) return [];
    const fields = Object.values(archive.fields).flatMap((field) => ('excluded' in field ? [] : [field.as]));
    return archive.other ? [archive.other.as, ...fields] : fields;
  });
  expect(Object.keys(archiveLabels(translatorFor('en').t, 'profile')).toSorted()).toEqual([...new Set(used)].toSorted());
});

test('everything that is not archived or not deleted has a reason', () => {
  const reasons = Object.values(mapped).flatMap((table) => [
    ...('noMemberData' in table ? [table.noMemberData] : []),
    ...('retainedBy' in table ? Object.values(Object(table.retainedBy)) : []),
  ]);
  const excluded = memberTables.flatMap(([, { archive }]) => ('excluded' in archive ? [archive] : Object.values(archive.fields)));
  const all = [...reasons, ...excluded.flatMap((one) => ('excluded' in one ? [one.excluded] : []))];
  expect(all.filter((reason) => !/\w{3}/.test(String(reason)))).toEqual([]);
});

test('the map contains every table of the database and every column of archived tables', async () => {
  const tables = (await everyTable(app.world.db)).filter(({ name }) => !isInternal(name));
  expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(mapped).toSorted());
  for (const { name, columns } of tables) {
    const archive = memberTables.find(([table]) => table === name)?.[1].archive;
    if (archive && 'fields' in archive) expect(Object.keys(archive.fields).toSorted(), name).toEqual(columns.toSorted());
  }
});

test('every column that refers to an account, a profile or a session is covered', async () => {
  const referencePattern =
    /^(account|profile|session|member|user|author|owner|sender|recipient|liker|liked|peer|viewer|\w*_profile)_(id|hash)$/;
  const named = (await everyTable(app.world.db)).flatMap(({ name, columns }) =>
    columns.filter((column) => referencePattern.test(column)).map((column) => ({ table: name, column })),
  );
  const ownTables = ['accounts', 'profiles', 'sessions'];
  const keys = (await foreignKeys(app.world.db)).filter(({ to }) => ownTables.includes(to));
  expect(keys.length).toBeGreaterThan(10);
  for (const { table, column } of [...named, ...keys]) expect(coveredColumns(table), `${table}.${column}`).toContain(column);
});

test('every table has rows of a member who used every feature, and only covered columns identify them', async () => {
  const names = [life.anton.profileId, life.anton.accountId, life.traces[2] ?? ''];
  for (const [table] of memberTables) {
    const rows = await everyRow(app.world.db, table);
    const about = rows.filter((row) => Object.values(row).some((value) => contains(value, names)));
    expect(about.length, `${table}: add an action that fills it to createCompleteAccount`).toBeGreaterThan(0);
    const naming = new Set(about.flatMap((row) => Object.keys(row).filter((column) => contains(row[column], names))));
    expect(coveredColumns(table), table).toEqual(expect.arrayContaining([...naming]));
  }
});

test('after deletion no row identifies the member or has their texts, except ids in notes of others and, for a day, a new address', async () => {
  const rowsWith = async (traces: readonly string[]) => {
    const rows: (AnyRow & { readonly table: string })[] = [];
    for (const { name: table } of await everyTable(app.world.db))
      for (const row of await everyRow(app.world.db, table)) rows.push({ ...withoutRetainedColumns(table, row), table });
    return rows.filter((row) => Object.values(row).some((value) => contains(value, traces)));
  };
  const sessions = await everyRow(app.world.db, 'sessions');
  const hashes = sessions.filter((row) => row['account_id'] === life.anton.accountId).map((row) => String(row['id_hash']));
  expect(hashes.length).toBeGreaterThan(0);
  expect((await rowsWith(life.traces)).length).toBeGreaterThan(20);

  await life.anton.call(account.deleteAccount);
  const isUnconfirmed = (row: AnyRow) => String(row['to_address']).startsWith('new-');
  expect((await rowsWith([...life.traces, ...hashes])).filter((row) => !isUnconfirmed(row))).toEqual([]);
  app.clock.pass(25 * hourMs);
  await deleteExpired(app.world);
  expect(await rowsWith([...life.traces, ...hashes])).toEqual([]);
  expect(await rowsWith([life.boris.profileId])).not.toEqual([]);
  const retained = (await everyRow(app.world.db, 'profile_notes')).filter((row) => contains(row['about_id'], life.traces));
  expect(retained).toMatchObject([{ author_id: life.boris.profileId, body_text: 'Kind, but never on time' }]);
});
