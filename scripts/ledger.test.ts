// Tests the check of the ledger from the terminal: intact, modified and truncated.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '#server/db/sqlite.ts';
import { recordIn, verifyLedger } from '#server/features/reports/ledger.service.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
  await app.sweptOnce();
  for (const caseId of ['one', 'two', 'three'])
    await app.world.db.write((tx) => recordIn(app.world, tx, { caseId, what: 'opened', who: 'product' }));
});
afterEach(() => app.close());

const ledger = (...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'ledger.ts'), ...args], {
    env: { ...process.env, DATA_DIR: app.dataDir },
  }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string; code: number }) => `${error.code}: ${error.stderr.trim()}`,
  );

/** Changes the database file directly, without its triggers, as an attacker could. */
function changeFile(statement: string): void {
  const file = new Database(databaseFile(app.dataDir));
  file.exec('drop trigger ledger_unchanged; drop trigger ledger_undeleted;');
  file.exec(statement);
  file.close();
}

test('an intact ledger is printed with its length and head', async () => {
  const { head } = await verifyLedger(app.world.db);
  expect(await ledger('verify')).toBe(`3 rows, each follows from those before it. Head: ${head}`);
  expect(await ledger('verify', head)).toContain('3 rows');
});

test('a changed row is found and named', async () => {
  changeFile("update ledger set detail = 'none' where place = 2");
  expect(await ledger('verify')).toBe('1: Row 2 does not follow from those before it: the ledger was changed.');
});

test('a removed row is found, at the end only with the noted head', async () => {
  const { head } = await verifyLedger(app.world.db);
  changeFile('delete from ledger where place = 3');
  expect(await ledger('verify')).toContain('2 rows');
  expect(await ledger('verify', head)).toBe(`1: None of the 2 rows has the head ${head}: the ledger was truncated or rewritten.`);
});

test('without a command the usage is printed', async () => {
  expect(await ledger()).toContain('npm run ledger -- verify [HEAD]');
});
