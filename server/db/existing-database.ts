// Opens the database of an existing server for commands, and refuses to create one.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { refuseForeignFile } from './data-folder.ts';
import { DatabaseFailure } from './errors.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase, type Db } from './open.ts';
import { askForNumber, newestMigration, readOwnSchema } from './own-schema.ts';
import { databaseFile } from './sqlite.ts';

export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl?: string | null | undefined;
}

/** Throws like `requireDatabase`, before anything is created or changed. A database of an older version is migrated. */
export async function openExistingDatabase(place: DatabasePlace): Promise<Db> {
  await requireDatabase(place);
  return openDatabase({ dataDir: place.dataDir, databaseUrl: place.databaseUrl ?? undefined, migrations });
}

/**
 * Returns the name of the migration that was applied last, or null if that cannot be read. Throws DatabaseFailure 'wrong-data' if no
 * server has created its tables there, and 'database-unavailable' if it does not answer.
 */
export async function requireDatabase({ dataDir, databaseUrl }: DatabasePlace): Promise<string | null> {
  if (databaseUrl) {
    const schema = await readOwnSchema(databaseUrl);
    if (!schema.hasTables)
      throw new DatabaseFailure('wrong-data', 'The database is empty. Set DATABASE_URL to that of the server.');
    return schema.newestMigration;
  }
  const path = databaseFile(dataDir);
  refuseForeignFile(path);
  const found = existsSync(path) ? newestMigrationIn(path) : 'none';
  if (found !== 'none') return found;
  throw new DatabaseFailure(
    'wrong-data',
    `There is no database of a server in ${resolve(dataDir)}. Set DATA_DIR to the folder of the server.`,
  );
}

const pictureCount = 'select count(*) from pictures';

/** Null if they cannot be counted, as in a database whose first migrations were interrupted. Nothing is migrated. */
export async function countPictures({ dataDir, databaseUrl }: DatabasePlace): Promise<number | null> {
  if (databaseUrl) return askForNumber(databaseUrl, pictureCount).catch(() => null);
  return readFrom(databaseFile(dataDir), (handle) => handle.prepare<[], number>(pictureCount).pluck().get() ?? null);
}

/** 'none' without tables. Null if the file cannot be read; opening it for writing then repairs it or reports why. */
const newestMigrationIn = (path: string): string | null =>
  readFrom(path, (handle) => {
    if (handle.prepare("select 1 from sqlite_master where name = 'migrations'").get() === undefined) return 'none';
    return handle.prepare<[], string>(newestMigration).pluck().get() ?? null;
  });

/** Null if reading fails. */
function readFrom<T>(path: string, read: (handle: Database) => T): T | null {
  let handle: Database | null = null;
  try {
    handle = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
    return read(handle);
  } catch {
    return null;
  } finally {
    handle?.close();
  }
}
