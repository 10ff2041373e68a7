// Tests that a member can be made an administrator from the terminal while a server runs.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const grant = (...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'grant-admin.ts'), ...args], {
    env: { ...process.env, DATA_DIR: app.dataDir },
  }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string; code: number }) => `${error.code}: ${error.stderr.trim()}`,
  );

test('a member also becomes an administrator, without a new login', async () => {
  const ada = await app.member({ email: 'ada@example.org' });
  expect((await ada.call(settings.getSettings)).roles).toEqual(['USER']);
  expect(await grant('Ada@Example.org')).toBe('ada@example.org is now an administrator, also on a running server.');
  expect(await grant('ada@example.org')).toBe('ada@example.org is already an administrator.');
  app.clock.pass(30_000);
  expect((await ada.call(settings.getSettings)).roles).toEqual(['USER', 'ADMIN']);
  const audit = await app.world.db.read.selectFrom('audit').select(['account_id', 'what', 'ip']).execute();
  expect(audit).toEqual([{ account_id: ada.accountId, what: 'admin-granted', ip: null }]);
});

test('an unknown or missing address fails with a reason', async () => {
  expect(await grant('nobody@example.org')).toBe('1: There is no account for nobody@example.org. The first login creates it.');
  expect(await grant()).toBe('1: Usage: npm run grant-admin -- EMAIL');
});
