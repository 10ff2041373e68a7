// Test users over HTTP: creation, limits and removal.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { admin } from '#shared/contract/admin.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { memoryPictureFiles } from '#server/outside/picture-files.ts';
import { makeTestUsers, whenDone } from '#server/testing/members/administrators.ts';
import { like, reportPosition, write } from '#server/testing/members/actions.ts';
import { askForLink, logIn } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { everyRow, everyTable } from '#server/testing/app/whole-database.ts';
import { hashOfSecret } from '#server/features/session/hash-of-secret.ts';

let app: TestApp;
afterEach(() => app.close());

const phoenix = { lat: 33.4484, lon: -112.074 };
const everywhere = { page: 0, size: 100, withPicture: false, onlineNow: false } as const;
const administrator = () => app.member({ name: 'Ada', roles: ['USER', 'ADMIN'] });
const testProfiles = () => app.world.db.read.selectFrom('profiles').selectAll().where('is_test', '=', 1).execute();
const rowsOf = (table: string) => everyRow(app.world.db, table);
const wholeDatabase = async () =>
  Object.fromEntries(
    await Promise.all((await everyTable(app.world.db)).map(async ({ name }) => [name, await rowsOf(name)] as const)),
  );
async function files(): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of app.world.pictureFiles.list()) ids.push(id);
  return ids;
}

/** Picture files that wait once `most` are stored, so that a test can look at a half-done job. */
function gatedFiles(most: number) {
  const files = memoryPictureFiles();
  let kept = 0;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const put: typeof files.put = async (...file) => {
    kept += 1;
    if (kept > most) await opened;
    return files.put(...file);
  };
  return { pictureFiles: { ...files, put }, open, isWaiting: () => kept > most };
}

test('test users have pictures, positions, attributes, and likes and conversations among themselves, and broadcast', async () => {
  app = await openTestApp();
  const ada = await administrator();
  await makeTestUsers(ada, 9);
  const made = await testProfiles();
  expect(made).toHaveLength(9);
  expect(new Set(made.map(({ description }) => description)).size).toBeGreaterThan(5);
  for (const { id, profilename, birthdate, characteristics } of made) {
    expect([profilename, birthdate]).toEqual([expect.stringMatching(/./), expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    expect(JSON.parse(characteristics).length).toBeGreaterThan(0);
    const shown = await ada.call(profiles.getProfile, { params: { id }, query: { admin: false } });
    for (const picture of shown.profilePicIds)
      expect((await ada.ask(pictures.getPicture, { params: { id: picture }, query: { scale_x: 256 } })).status).toBe(200);
  }
  expect(made.filter(({ pic_ids }) => pic_ids !== '[]').length).toBeGreaterThan(4);

  const ids = new Set(made.map(({ id }) => id));
  expect((await rowsOf('positions')).every((row) => ids.has(String(row['profile_id'])))).toBe(true);
  for (const [table, ...columns] of [
    ['likes', 'liker_id', 'liked_id'],
    ['conversations', 'profile_id', 'peer_id'],
  ] as const) {
    const rows = await rowsOf(table);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every((row) => columns.every((column) => ids.has(String(row[column]))))).toBe(true);
  }
  const said = await rowsOf('messages');
  expect(said.filter((row) => row['sector'] !== null).length).toBe(3);
  expect(said.every((row) => row['is_test'] === 1)).toBe(true);
});

test('test users are found in test mode only', async () => {
  app = await openTestApp();
  const [ada, boris] = [await administrator(), await app.member()];
  await makeTestUsers(ada, 4);
  await reportPosition(boris, app.clock.now());
  const found = async (includeTestData: boolean) =>
    (await boris.call(nearby.getNearest, { query: { ...everywhere, ...phoenix, includeTestData } })).length;
  expect([await found(false), await found(true)]).toEqual([0, 4]);
});

test('nobody can log in as a test user, by password or by link, and test users get no mail and no push', async () => {
  app = await openTestApp();
  const ada = await administrator();
  await makeTestUsers(ada, 2);
  const [one] = await app.world.db.read.selectFrom('accounts').selectAll().where('is_test', '=', 1).execute();
  const email = one?.email ?? '';
  expect(email).toMatch(/@test\.invalid$/);
  expect(one?.password_hash).toBe(null);
  const visitor = app.visitor();
  expect((await logIn(visitor, { username: email, password: 'lavender field at noon' })).status).toBe(401);
  expect((await askForLink(visitor, email)).status).toBe(200);
  expect(await rowsOf('mail_queue')).toMatchObject([{ to_address: email, state: 'suppressed', body: '' }]);
  // Not even a stolen link works.
  await app.world.db.write((tx) =>
    tx
      .updateTable('login_links')
      .set({ secret_hash: hashOfSecret('s'.repeat(43)), nonce_hash: null })
      .execute(),
  );
  const [link] = await rowsOf('login_links');
  const opened = { username: String(link?.['id']), password: 's'.repeat(43), confirmed: 'true' };
  expect((await logIn(visitor, opened)).status).toBe(401);
  expect([app.mail.sent, app.push.sent, await rowsOf('push_queue')]).toEqual([[], [], []]);
});

test('one to two hundred test users are created at a time, up to the limit in total', async () => {
  app = await openTestApp({ limits: { maxTestUsers: 5 } });
  const ada = await administrator();
  const ask = async (count: string) => (await ada.send('POST', `/api/admin/testUsersCreate/${count}`)).status;
  for (const count of ['0', '201', '-1', '1.5', 'many', '']) expect([count, await ask(count)]).not.toEqual([count, 200]);
  expect([await ask('0'), await ask('201')]).toEqual([400, 400]);
  await makeTestUsers(ada, 3);
  expect(await ada.ask(admin.postTestUsers, { params: { count: 3 } })).toMatchObject({
    status: 409,
    body: { code: 'too-many-test-users' },
  });
  await makeTestUsers(ada, 2);
  expect(await ada.call(admin.getTestUsers)).toMatchObject({ count: 5, most: 5, job: null, hasFailed: false });
});

test('while test users are created the progress is shown, and neither another job nor a removal can begin', async () => {
  const { pictureFiles, open, isWaiting } = gatedFiles(12);
  app = await openTestApp({ parts: { pictureFiles } });
  const ada = await administrator();
  const begun = await ada.call(admin.postTestUsers, { params: { count: 6 } });
  expect(begun).toMatchObject({ count: 0, job: { kind: 'creating', done: 0, total: 6 } });
  await vi.waitFor(() => expect(isWaiting()).toBe(true), { timeout: 20_000 });
  const { count, job } = await ada.call(admin.getTestUsers);
  // The test user whose pictures are being stored exists already, but does not count as done.
  expect(count).toBe((job?.done ?? 0) + 1);
  const busy = { status: 409, body: { code: 'test-users-busy' } };
  expect(await ada.ask(admin.postTestUsers, { params: { count: 1 } })).toMatchObject(busy);
  expect(await ada.ask(admin.deleteTestUsers)).toMatchObject(busy);
  open();
  await whenDone(ada);
  expect(await ada.call(admin.getTestUsers)).toMatchObject({ count: 6, job: null });
});

test('removing test users deletes all of their data, including what members did with them, and nothing else', async () => {
  app = await openTestApp();
  const [ada, boris, carl] = [await administrator(), await app.member({ name: 'Boris' }), await app.member({ name: 'Carl' })];
  await write(boris, carl, 'hello');
  await like(carl, boris);
  const before = { rows: await wholeDatabase(), files: await files() };
  await makeTestUsers(ada, 5);
  const [one] = await testProfiles();
  if (!one) throw new Error('nobody was made');
  const met = { ...boris, profileId: one.id };
  await like(boris, met);
  await write(boris, met, 'hello, test');
  expect((await boris.call(messages.getMostRecentWith, { params: { id: boris.profileId }, query: {} })).length).toBe(2);

  expect((await ada.ask(admin.deleteTestUsers)).status).toBe(204);
  expect(await ada.call(admin.getTestUsers)).toMatchObject({ count: 0, job: null });
  expect(await files()).toEqual(before.files);
  const { secrets: _after, ...rows } = await wholeDatabase();
  const { secrets: _before, ...wanted } = before.rows;
  expect(unordered(rows)).toEqual(unordered(wanted));
  const all = { ...everywhere, ...phoenix, includeTestData: true };
  expect(await boris.call(nearby.getNearest, { query: all })).toEqual([]);
  expect((await ada.ask(admin.deleteTestUsers)).status).toBe(204);
});

/** Rows without order, and without tables that change with every write or with a new day. */
const unordered = (rows: Record<string, readonly Readonly<Record<string, unknown>>[]>) =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([table]) => !/^(sequence|server_sequence|migrations|message_words|cooties_rounds)/.test(table))
      .map(([table, all]) => [table, all.map((row) => JSON.stringify(row)).toSorted()]),
  );

test('test users left by a server that stopped while creating them can be removed after a restart', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'stopped-'));
  const { pictureFiles, open, isWaiting } = gatedFiles(12);
  app = await openTestApp({ dataDir, env: { LOG_LEVEL: 'silent' }, parts: { pictureFiles } });
  const ada = await administrator();
  await ada.call(admin.postTestUsers, { params: { count: 9 } });
  await vi.waitFor(() => expect(isWaiting()).toBe(true), { timeout: 20_000 });
  // As after a kill, another process opens the same database.
  const left = (await testProfiles()).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(9);
  const killed = app;
  await killed.world.db.close();
  app = await openTestApp({ dataDir, parts: { pictureFiles } });
  const eve = await administrator();
  expect(await eve.call(admin.getTestUsers)).toMatchObject({ count: left, job: null });
  expect((await eve.ask(admin.deleteTestUsers)).status).toBe(204);
  expect([await testProfiles(), await files()]).toEqual([[], []]);
  const closing = killed.close();
  open();
  await closing;
  await rm(dataDir, { recursive: true, force: true });
});

test('in production test users can be removed, but created only if the setting allows it', async () => {
  app = await openTestApp({ env: { NODE_ENV: 'production' } });
  const ada = await administrator();
  expect((await ada.ask(admin.postTestUsers, { params: { count: 1 } })).status).toBe(404);
  expect(await ada.call(admin.getTestUsers)).toMatchObject({ count: 0, mayCreate: false });
  expect((await ada.ask(admin.deleteTestUsers)).status).toBe(204);
  await app.close();
  app = await openTestApp({ env: { NODE_ENV: 'production', ENABLE_TEST_USERS: '1' } });
  const eve = await administrator();
  await makeTestUsers(eve, 1);
  expect(await eve.call(admin.getTestUsers)).toMatchObject({ count: 1, mayCreate: true });
});

test('with too little free disk space no test users are created', async () => {
  app = await openTestApp({ parts: ({ pictureFiles }) => ({ pictureFiles: { ...pictureFiles, freeBytes: async () => 1 } }) });
  const ada = await administrator();
  expect(await ada.ask(admin.postTestUsers, { params: { count: 1 } })).toMatchObject({
    status: 503,
    body: { code: 'disk-full' },
  });
  expect(await ada.call(admin.getTestUsers)).toMatchObject({ count: 0, job: null });
});

test('a job of another process is shown while that process may be running it, and not once it was killed', async () => {
  app = await openTestApp();
  const ada = await administrator();
  const job = { kind: 'creating', done: 3, total: 9 } as const;
  const inTurn = vi.spyOn(app.world.db, 'inTurn').mockResolvedValue(false);
  await app.world.bus.apply({ type: 'testUsersJob', job, hasFailed: false });
  expect((await ada.call(admin.getTestUsers)).job).toEqual(job);
  inTurn.mockRestore();
  expect((await ada.call(admin.getTestUsers)).job).toBeNull();
});

test('a failed job is reported, and the next job can begin', async () => {
  const failing = { isBroken: true };
  app = await openTestApp({
    env: { LOG_LEVEL: 'silent' },
    parts: ({ pictureScaling }) => ({
      pictureScaling: {
        ...pictureScaling,
        make: async (bytes) => {
          if (failing.isBroken) throw new Error('no decoder');
          return pictureScaling.make(bytes);
        },
      },
    }),
  });
  const ada = await administrator();
  await makeTestUsers(ada, 9);
  expect(await ada.call(admin.getTestUsers)).toMatchObject({ job: null, hasFailed: true });
  failing.isBroken = false;
  await makeTestUsers(ada, 1);
  expect(await ada.call(admin.getTestUsers)).toMatchObject({ job: null, hasFailed: false });
});
