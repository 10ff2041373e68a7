// Backups of a SQLite database: complete under load, restored, refused when damaged.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Notes, notesMigration } from './conformance.suite.ts';
import { type Db, openDatabase } from './open.ts';
import { restoreSqlite } from './sqlite-backup.ts';
import { databaseFile } from './sqlite.ts';

describe('a copy of the database', () => {
  let directory: string;
  let dataDir: string;
  let copy: string;
  let kept: string;
  let db: Db<Notes>;
  const open = () => openDatabase<Notes>({ dataDir, migrations: [notesMigration] });
  const add = (id: string) =>
    db.write((tx) =>
      tx
        .insertInto('notes')
        .values({ id, room: 'lobby', body: 'x'.repeat(2_000), number: 0, is_pinned: 0, weight: null })
        .execute(),
    );
  const keptIds = async () => (await db.read.selectFrom('notes').select('id').orderBy('id').execute()).map((row) => row.id);

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'database-copy-'));
    dataDir = join(directory, 'data');
    copy = join(directory, 'copy.sqlite');
    kept = join(directory, 'kept', 'database.sqlite');
    db = await open();
  });
  afterEach(async () => {
    await db.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('taken under load contains every row acknowledged before it began, and restores', async () => {
    for (let batch = 0; batch < 20; batch += 1)
      await Promise.all(Array.from({ length: 50 }, (_, index) => add(`early-${batch}-${index}`)));
    let isCopying = true;
    let late = 0;
    const senders = Array.from({ length: 8 }, async (_, sender) => {
      while (isCopying) {
        await add(`late-${sender}-${late}`);
        late += 1;
      }
    });
    await db.backup(copy);
    isCopying = false;
    await Promise.all(senders);
    expect(late).toBeGreaterThan(0);
    await add('after the copy');
    expect(rowsOf(copy).filter((id) => id.startsWith('early'))).toHaveLength(1_000);

    await db.close();
    restoreSqlite(copy, databaseFile(dataDir), kept);
    expect(rowsOf(kept)).toContain('after the copy');
    db = await open();
    expect(await keptIds()).toEqual(rowsOf(copy));
    expect(await keptIds()).not.toContain('after the copy');
    await add('life goes on');
  });

  it('does not replace a database that a server has open', async () => {
    await add('one');
    await db.backup(copy);
    await add('two');
    expect(() => restoreSqlite(copy, databaseFile(dataDir), kept)).toThrow('stop the server');
    expect(existsSync(join(directory, 'kept'))).toBe(false);
    expect(await keptIds()).toEqual(['one', 'two']);
  });

  it('that is damaged or foreign is refused, and the current database stays', async () => {
    await add('one');
    await db.close();
    writeFileSync(copy, 'this is no database');
    expect(() => restoreSqlite(copy, databaseFile(dataDir), kept)).toThrow('not a database');
    rmSync(copy);
    new SqliteDatabase(copy).exec('create table other (id text)').close();
    expect(() => restoreSqlite(copy, databaseFile(dataDir), kept)).toThrow('not a database of this program');
    db = await open();
    expect(await keptIds()).toEqual(['one']);
  });

  it('replaces a damaged database, and keeps that one with its journal', async () => {
    await add('one');
    await db.backup(copy);
    await db.close();
    const damaged = 'damage '.repeat(900);
    writeFileSync(databaseFile(dataDir), damaged);
    writeFileSync(`${databaseFile(dataDir)}-wal`, 'journal');
    restoreSqlite(copy, databaseFile(dataDir), kept);
    expect(readFileSync(kept, 'utf8')).toBe(damaged);
    expect(readFileSync(`${kept}-wal`, 'utf8')).toBe('journal');
    db = await open();
    expect(await keptIds()).toEqual(['one']);
  });

  it("does not replace another program's database", async () => {
    await db.backup(copy);
    const foreign = join(directory, 'photos.sqlite');
    new SqliteDatabase(foreign).exec('create table photos (id text)').close();
    const before = readFileSync(foreign);
    expect(() => restoreSqlite(copy, foreign, kept)).toThrow(`${foreign} is the database of another program.`);
    expect(readFileSync(foreign).equals(before)).toBe(true);
  });

  it('that cannot be written leaves no partial file', async () => {
    await expect(db.backup(join(directory, 'missing', 'copy.sqlite'))).rejects.toThrow('does not exist');
    expect(existsSync(copy)).toBe(false);
  });
});

function rowsOf(path: string): string[] {
  const raw = new SqliteDatabase(path, { readonly: true });
  try {
    return raw.prepare<[], string>('select id from notes order by id').pluck().all();
  } finally {
    raw.close();
  }
}
