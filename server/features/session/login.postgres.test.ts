// Concurrent registrations and account changes on PostgreSQL, where writes run in parallel.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { quickHashing } from '#server/testing/members/passwords.ts';
import { freshPostgresDatabase, type TestDatabase } from '#server/testing/app/postgres.ts';
import { askForLink, linkTo, logIn } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await freshPostgresDatabase();
  app = await openTestApp({ databaseUrl: database.databaseUrl, limits: quickHashing });
});
afterAll(async () => {
  await app.close();
  await database.remove();
});

test('of fifty browsers that open one link simultaneously, one is signed in', async () => {
  await askForLink(app.visitor(), 'race@example.org');
  const pair = await linkTo(app.mail, 'race@example.org');
  const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(app.visitor(), pair)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(49).fill(401)]);
});

/** One of several valid links to one address. Earlier versions allowed more than one at a time. */
async function copyOf(pair: Awaited<ReturnType<typeof linkTo>>, accountId?: string) {
  const { db, ids } = app.world;
  const row = await db.read.selectFrom('login_links').selectAll().where('id', '=', pair.username).executeTakeFirstOrThrow();
  const copy = { ...row, id: ids.secret(12), account_id: accountId ?? row.account_id };
  await db.write((tx) => tx.insertInto('login_links').values(copy).execute());
  return { ...pair, username: copy.id };
}

test('links to one new email address that are opened simultaneously create one account', async () => {
  for (let round = 0; round < 10; round++) {
    const email = `twins${round}@example.org`;
    await askForLink(app.visitor(), email);
    const pair = await linkTo(app.mail, email);
    const pairs = [pair, await copyOf(pair), await copyOf(pair)];
    const answers = await Promise.all(pairs.map((one) => logIn(app.visitor(), one)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
    const accounts = await app.world.db.read.selectFrom('accounts').select('id').where('email', '=', email).execute();
    expect(accounts).toHaveLength(1);
  }
});

test('ten simultaneous requests for one email address send one mail', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => askForLink(app.visitor(), 'flood@example.org')));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  await linkTo(app.mail, 'flood@example.org');
  const rows = await app.world.db.read
    .selectFrom('mail_queue')
    .select('state')
    .where('to_address', '=', 'flood@example.org')
    .execute();
  expect(rows.filter((row) => row.state === 'suppressed')).toHaveLength(9);
});

test('of two members who confirm one email address simultaneously, one gets it', async () => {
  const members = [await app.member(), await app.member()];
  for (const member of members) await member.call(settings.putSettings, { body: { email: 'wanted@example.org' } });
  const pair = await linkTo(app.mail, 'wanted@example.org');
  const pairs = [pair, await copyOf(pair, members[1]?.accountId)];
  const statuses = (await Promise.all(pairs.map((pair) => logIn(app.visitor(), pair)))).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('a new email address that is cancelled while its link is opened is not confirmed', async () => {
  const { db } = app.world;
  const member = await app.member({ email: 'owner@example.org' });
  await member.call(settings.putSettings, { body: { email: 'thief@example.org' } });
  const pair = await linkTo(app.mail, 'thief@example.org');
  let opening: ReturnType<typeof logIn> | undefined;
  await db.write(async (tx) => {
    await tx.updateTable('accounts').set({ pending_email: null }).where('id', '=', member.accountId).execute();
    opening = logIn(app.visitor(), pair);
    await expect.poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(tx)).rows).toHaveLength(1);
  });
  expect((await opening)?.status).toBe(401);
  expect(await member.call(settings.getSettings)).toMatchObject({ email: 'owner@example.org', pendingEmail: null });
});

test('settings and password of an account can be changed', async () => {
  const browser = app.visitor();
  await askForLink(browser, 'whole@example.org');
  await logIn(browser, { ...(await linkTo(app.mail, 'whole@example.org')), remember: 'true' });
  await browser.call(settings.putSettings, { body: { password: 'a long sentence of mine', name: 'Nora', sendSeen: false } });
  await vi.waitFor(() => expect(app.mail.latestTo('whole@example.org')?.subject).toBe('Your password was changed'));
  const again = app.visitor();
  expect((await logIn(again, { username: 'whole@example.org', password: 'a long sentence of mine' })).status).toBe(200);
  expect(await again.call(settings.getSettings)).toMatchObject({ name: 'Nora', sendSeen: false, hasPassword: true });
});
