// The bytes of a SQLite database of the current schema, since copying it takes much less time than all migrations.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { migrations } from '#server/db/migrations/index.ts';
import { openDatabase } from '#server/db/open.ts';
import { databaseFile } from '#server/db/sqlite.ts';

let migrated: Promise<Buffer> | undefined;

/** The migrations run once in this process. */
export const migratedSqlite = (): Promise<Buffer> => (migrated ??= migrate());

async function migrate(): Promise<Buffer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'migrated-'));
  const database = await openDatabase({ dataDir, migrations });
  // Read through SQLite, because some of the rows are in the write-ahead log only.
  const file = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
  const bytes = file.serialize();
  file.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
  return bytes;
}
