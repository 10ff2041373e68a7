// A job that creates test users in one of three processes: all processes show it, and none begins another one.
import { expect, onTestFinished, test, vi } from 'vitest';
import { admin } from '#shared/contract/admin.ts';
import { freshPictureFiles } from '#server/testing/app/test-world.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { makeTestUsers } from '#server/testing/members/administrators.ts';

test('all processes know a job and its end, and only one job runs at a time', async () => {
  const gate = Promise.withResolvers<void>();
  const files = freshPictureFiles();
  const put: typeof files.put = (...args) => gate.promise.then(() => files.put(...args));
  const app = await openSharedApps({ parts: { pictureFiles: { ...files, put } } });
  onTestFinished(() => app.close());
  const { cookies } = await app.member({ roles: ['USER', 'ADMIN'] });
  const browsers = app.origins.map((origin): Browser => {
    const browser = browserOf(origin);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  });
  const jobs = () => Promise.all(browsers.map(async (browser) => (await browser.call(admin.getTestUsers)).job));

  const begun = await Promise.all(browsers.map((browser) => browser.ask(admin.postTestUsers, { params: { count: 3 } })));
  expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await jobs()).toEqual(Array.from({ length: 3 }, () => ({ kind: 'creating', done: 0, total: 3 })));
  for (const browser of browsers) expect((await browser.ask(admin.deleteTestUsers)).status).toBe(409);
  gate.resolve();
  await vi.waitFor(async () => expect(await jobs()).toEqual([null, null, null]));
  for (const browser of browsers) {
    await makeTestUsers(browser, 1);
    await vi.waitFor(async () => expect(await jobs()).toEqual([null, null, null]));
  }
  expect((await app.world.db.read.selectFrom('accounts').select('id').where('is_test', '=', 1).execute()).length).toBe(6);
  expect((await (browsers[2] as Browser).ask(admin.deleteTestUsers)).status).toBe(204);
  expect(await (browsers[0] as Browser).call(admin.getTestUsers)).toMatchObject({ count: 0, job: null, hasFailed: false });
});

test('a job of a process that ended without reporting it is not shown, and does not prevent another job', async () => {
  const app = await openSharedApps();
  onTestFinished(() => app.close());
  const ada = await app.member({ roles: ['USER', 'ADMIN'] });
  await app.world.changes.publish({ type: 'testUsersJob', job: { kind: 'creating', done: 1, total: 5 }, hasFailed: false });
  for (let time = 0; time < 9; time++) expect((await ada.call(admin.getTestUsers)).job).toBeNull();
  await makeTestUsers(ada, 1);
});

test('a job begins although another process is finding out whether one runs', async () => {
  const app = await openSharedApps();
  onTestFinished(() => app.close());
  const ada = await app.member({ roles: ['USER', 'ADMIN'] });
  const isFound = Promise.withResolvers<void>();
  const finding = app.world.db.inTurn('test users', () => isFound.promise);
  setTimeout(isFound.resolve, 100);
  await makeTestUsers(ada, 1);
  expect(await finding).toBe(true);
});
