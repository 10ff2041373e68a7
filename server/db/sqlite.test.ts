// Tests specific to SQLite: shared commits, durability settings, a full disk, crashes.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Notes, notesMigration } from './conformance.suite.ts';
import { type Db, openDatabase } from './open.ts';
import { databaseFile, openSqlite } from './sqlite.ts';

describe('the database as a SQLite file', () => {
  let dataDir: string;
  let db: Db<Notes>;
  const open = () => openDatabase<Notes>({ dataDir, migrations: [notesMigration] });
  const note = (id: string, body = 'hello') => ({ id, room: 'lobby', body, number: 0, is_pinned: 0 as const, weight: null });
  const add = (id: string, body?: string) => db.write((tx) => tx.insertInto('notes').values(note(id, body)).execute());
  const keptIds = async () => (await db.read.selectFrom('notes').select('id').orderBy('id').execute()).map((row) => row.id);

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'database-'));
    db = await open();
  });
  afterEach(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('syncs every commit to disk and checks foreign keys, even after reopening', async () => {
    const settings = () =>
      db.write(async (tx) => {
        const { rows: synchronous } = await sql`pragma synchronous`.execute(tx);
        const { rows: journal } = await sql`pragma journal_mode`.execute(tx);
        const { rows: keys } = await sql`pragma foreign_keys`.execute(tx);
        return [...synchronous, ...journal, ...keys];
      });
    const durable = [{ synchronous: 2 }, { journal_mode: 'wal' }, { foreign_keys: 1 }];
    expect(await settings()).toEqual(durable);
    await db.close();
    db = await open();
    expect(await settings()).toEqual(durable);
  });

  it('lets 64 simultaneous writes share one commit', async () => {
    // In the journal, only the last frame of a commit contains the size of the database.
    const commitsBefore = commitFrames(dataDir);
    await Promise.all(Array.from({ length: 64 }, (_, index) => add(`n${index}`)));
    expect(commitFrames(dataDir) - commitsBefore).toBe(1);
    expect(await keptIds()).toHaveLength(64);
  });

  it('splits very many simultaneous writes into several commits, to keep the event loop free', async () => {
    const commitsBefore = commitFrames(dataDir);
    await Promise.all(Array.from({ length: 600 }, (_, index) => add(`n${index}`)));
    expect(commitFrames(dataDir) - commitsBefore).toBe(3);
  });

  it('fails every write of a group, and only of that group, when a statement rolls back the group', async () => {
    await add('taken');
    const endAll = () =>
      db.write((tx) => sql`insert or rollback into notes (id, room, body, number) values ('taken', 'lobby', 'x', 0)`.execute(tx));
    const [before, aborting, after] = await Promise.allSettled([add('before'), endAll(), add('after')]);
    expect(before).toMatchObject({ status: 'rejected', reason: { code: 'database-unavailable' } });
    expect(aborting).toMatchObject({ status: 'rejected', reason: { code: 'database-unavailable' } });
    expect(after.status).toBe('fulfilled');
    expect(await keptIds()).toEqual(['after', 'taken']);
  });

  it('reports a full disk, keeps reading, and writes again when there is free space', async () => {
    await add('early');
    const limit = (pages: number) => db.write((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx));
    await limit(1);
    const large = 'x'.repeat(100_000);
    await expect(add('large', large)).rejects.toMatchObject({ code: 'disk-full' });
    expect(await keptIds()).toEqual(['early']);
    await limit(1_000_000);
    await add('large', large);
    expect(await keptIds()).toEqual(['early', 'large']);
  });

  it('continues with the other writes of a group after one that awaited something else', async () => {
    const slow = db.write(async (tx) => {
      await tx.insertInto('notes').values(note('slow')).execute();
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
    await Promise.all([slow, add('quick'), add('quicker')]);
    expect(await keptIds()).toEqual(['quick', 'quicker', 'slow']);
  });

  it('aborts and rolls back a write that never ends, and serves the others', async () => {
    await db.close();
    const limited = openSqlite<Notes>(dataDir, { maxTurnMs: 20 });
    const insert = (id: string, then: Promise<void>) =>
      limited.write(async (tx) => {
        await tx.insertInto('notes').values(note(id)).execute();
        await then;
        await tx.selectFrom('notes').select('id').execute();
      });
    const wakeUp = Promise.withResolvers<void>();
    const stuck = insert('stuck', wakeUp.promise);
    const next = insert('next', Promise.resolve());
    await next;
    wakeUp.resolve();
    await expect(stuck).rejects.toMatchObject({ code: 'database-unavailable' });
    await insert('later', Promise.resolve());
    await limited.close();
    db = await open();
    expect(await keptIds()).toEqual(['later', 'next']);
  });

  it('gives sequence numbers that follow those of another connection', async () => {
    const other = await open();
    const first = await db.write((tx) => db.nextSequence(tx));
    const second = await other.write((tx) => other.nextSequence(tx));
    const third = await db.write((tx) => db.nextSequence(tx));
    expect([second - first, third - second]).toEqual([1, 1]);
    await other.close();
  });

  it('loses no acknowledged row and reuses no number when the process is killed', async () => {
    for (let round = 0; round < 5; round += 1) {
      await db.close();
      const answered = await answeredUntilKilled(dataDir, 200 + round * 37);
      db = await open();
      const kept = await db.read.selectFrom('notes').select(['id', 'number']).where('room', '=', `round ${round}`).execute();
      const keptKeys = new Set(kept.map((row) => `${row.id} ${row.number}`));
      expect(answered.filter((key) => !keptKeys.has(key))).toEqual([]);
      const next = await db.write((tx) => db.nextSequence(tx));
      expect(next).toBeGreaterThan(Math.max(...kept.map((row) => row.number)));
      expect(integrityOf(databaseFile(dataDir))).toBe('ok');

      async function answeredUntilKilled(directory: string, enough: number): Promise<string[]> {
        const child = runProgram(`
          import { openDatabase } from ${JSON.stringify(openUrl)};
          const db = await openDatabase({ dataDir: ${JSON.stringify(directory)}, migrations: [{ name: '0001-notes' }] });
          for (let sender = 0; sender < 8; sender += 1) void send();
          async function send() {
            for (;;) {
              const id = crypto.randomUUID();
              const number = await db.write(async (tx) => {
                const number = await db.nextSequence(tx);
                await tx.insertInto('notes').values({ id, room: 'round ${round}', body: 'hello', number }).execute();
                return number;
              });
              console.log(id + ' ' + number);
            }
          }`);
        const lines: string[] = [];
        for await (const line of createInterface(child.stdout)) {
          lines.push(line);
          if (lines.length === enough) child.kill('SIGKILL');
        }
        return lines;
      }
    }
  });

  it('applies a migration again after the process was killed during it', async () => {
    await db.close();
    const child = runProgram(`
      import { openDatabase } from ${JSON.stringify(openUrl)};
      const migrations = [
        { name: '0001-notes' },
        { name: '0002-done', up: (db) => db.schema.createTable('done').addColumn('id', 'text').execute() },
        { name: '0003-killed', up: async (db) => {
            await db.schema.createTable('half').addColumn('id', 'text').execute();
            process.kill(process.pid, 'SIGKILL');
            await new Promise(() => undefined);
        } },
      ];
      await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, migrations });`);
    const [, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      child.once('exit', (code, killedBy) => resolve([code, killedBy])),
    );
    expect(signal).toBe('SIGKILL');
    db = await openDatabase<Notes>({
      dataDir,
      migrations: [
        notesMigration,
        {
          name: '0002-done',
          up: async () => {
            throw new Error('was done already');
          },
        },
        { name: '0003-killed', up: (schema) => schema.schema.createTable('half').addColumn('id', 'text').execute() },
      ],
    });
    expect((await sql`select id from half`.execute(db.read)).rows).toEqual([]);
  });
});

const openUrl = new URL('./open.ts', import.meta.url).href;

function runProgram(source: string) {
  return spawn(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function integrityOf(path: string): unknown {
  const raw = new SqliteDatabase(path, { readonly: true });
  try {
    return raw.pragma('integrity_check', { simple: true });
  } finally {
    raw.close();
  }
}

const journalHeaderBytes = 32;
const frameHeaderBytes = 24;

/** Commits in the write-ahead journal: frames whose second word, the size of the database after a commit, is not 0. */
function commitFrames(dataDir: string): number {
  const journal = readFileSync(`${databaseFile(dataDir)}-wal`);
  const frameBytes = frameHeaderBytes + journal.readUInt32BE(8);
  let commits = 0;
  for (let at = journalHeaderBytes; at + frameBytes <= journal.length; at += frameBytes) {
    if (journal.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}
