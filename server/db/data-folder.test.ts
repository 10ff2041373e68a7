// A data directory that is not this server's is refused with its name and a remedy, and nothing in it changes.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notesMigration } from './conformance.suite.ts';
import { DatabaseFailure } from './errors.ts';
import { tryLockFolder } from './folder-lock.ts';
import { openDatabase } from './open.ts';
import { databaseFile } from './sqlite.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'folder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (folder = dataDir) => openDatabase({ dataDir: folder, migrations: [notesMigration] });

/** The message of the error when it is opened, or an empty text if that succeeds. */
async function refusal(folder = dataDir): Promise<string> {
  try {
    await (await open(folder)).close();
    return '';
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    expect(error.code).toBe('wrong-data');
    return error.message;
  }
}

function foreignDatabase(journalMode: 'delete' | 'wal') {
  const foreign = new SqliteDatabase(databaseFile(dataDir));
  foreign.pragma(`journal_mode = ${journalMode}`);
  foreign.exec("create table photos (id integer primary key, name text); insert into photos (name) values ('beach')");
  return foreign;
}

test.each(['delete', 'wal'] as const)(
  "another program's database with the journal mode %s is refused unchanged",
  async (mode) => {
    foreignDatabase(mode).close();
    const before = readFileSync(databaseFile(dataDir));
    expect(await refusal()).toBe(`${databaseFile(dataDir)} is the database of another program. Set DATA_DIR to another folder.`);
    expect(readFileSync(databaseFile(dataDir)).equals(before)).toBe(true);
  },
);

test('a database that another program has open is refused, and that program reads and writes on', async () => {
  const foreign = foreignDatabase('wal');
  expect(await refusal()).toMatch(/another program/);
  foreign.exec("insert into photos (name) values ('lake')");
  expect(foreign.prepare("select count(*) from sqlite_master where name = 'server_sequence'").pluck().get()).toBe(0);
  expect(foreign.prepare('select name from photos').pluck().all()).toEqual(['beach', 'lake']);
  foreign.close();
});

test('an empty file, as a crash during the first startup leaves it, becomes a database', async () => {
  writeFileSync(databaseFile(dataDir), '');
  expect(await refusal()).toBe('');
  expect(await refusal()).toBe('');
});

test('a file that is no database is refused unchanged', async () => {
  const text = 'a shopping list\n'.repeat(500);
  writeFileSync(databaseFile(dataDir), text);
  expect(await refusal()).toBe(
    `${databaseFile(dataDir)} is damaged, or not a SQLite file (SQLITE_NOTADB). ` +
      'Set DATA_DIR to the right folder, or restore a backup with: npm run restore -- BACKUP',
  );
  expect(readFileSync(databaseFile(dataDir), 'utf8')).toBe(text);
});

test('a damaged database is refused with the same remedy', async () => {
  await (await open()).close();
  const handle = new SqliteDatabase(databaseFile(dataDir));
  handle.pragma('wal_checkpoint(truncate)');
  handle.close();
  const bytes = readFileSync(databaseFile(dataDir));
  // The header stays, and the schema becomes unreadable.
  writeFileSync(databaseFile(dataDir), bytes.fill(7, 100, 4_096));
  expect(await refusal()).toMatch(/is damaged, or not a SQLite file \(SQLITE_CORRUPT\)\. .*npm run restore -- BACKUP$/);
});

test('a folder in place of the database is refused with its path and the setting', async () => {
  mkdirSync(databaseFile(dataDir));
  expect(await refusal()).toMatch(/database\.sqlite cannot be opened for writing \(SQLITE_CANTOPEN\w*\)\. .*DATA_DIR/);
});

test.each([
  ['a file', 'list.txt', 'it is a file'],
  ['a path below a file', join('list.txt', 'data'), 'a part of its path is a file'],
])('%s as DATA_DIR is refused with a reason, by the database and by its lock', async (_name, below, reason) => {
  writeFileSync(join(dataDir, 'list.txt'), 'milk');
  const folder = join(dataDir, below);
  const sentence = `The data folder ${folder} cannot be used: ${reason}. Set DATA_DIR to a folder that the server may write to.`;
  expect(await refusal(folder)).toBe(sentence);
  expect(() => tryLockFolder(folder)).toThrow(sentence);
});

test("another program's process.lock is refused with its path", () => {
  const path = join(dataDir, 'process.lock');
  writeFileSync(path, '4711\n');
  expect(() => tryLockFolder(dataDir)).toThrow(`${path} is damaged, or not a SQLite file (SQLITE_NOTADB).`);
  expect(readFileSync(path, 'utf8')).toBe('4711\n');
});
