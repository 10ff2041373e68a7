// Restores a backup of the database, the pictures and the push keys while the server is stopped.
import { cp, mkdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { lockProcess } from '#server/db/process-lock.ts';
import { endLoginsInPostgres } from '#server/db/restored-logins.ts';
import { restoreSqlite } from '#server/db/sqlite-backup.ts';
import { databaseFile } from '#server/db/sqlite.ts';
import { markRestore, unmarkRestore } from '#server/db/unfinished-restore.ts';
import { checkedContents } from './contents.ts';
import { databaseName, keysName, picturesName } from './names.ts';
import { keepPostgres, requirePlace, restorePostgres } from './postgres-dump.ts';

type Restored = Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket'>;

/** The database is restored, but its logins are not ended, or the pictures and keys are not all in their places. */
export class PartlyRestored extends Error {}

/**
 * All members have to log in again: sessions that have ended since the backup would otherwise be valid again.
 *
 * Returns the folder with the previous database, or a dump of it, and the previous pictures and keys, or null if there were none.
 * Throws before anything is changed if the backup is damaged or of a newer version, if it does not fit the settings, if a server runs, or
 * if the database has tables of another program or, in PostgreSQL, of a version newer than the backup. Throws PartlyRestored if only the
 * database was replaced. Restoring again then completes it, and no server starts before, also if this process was killed meanwhile.
 */
export async function restoreBackup(restored: Restored, from: string, nowMs: number): Promise<string | null> {
  const { dataDir, databaseUrl, pictureBucket } = restored;
  const { engine, schema, pictures, migration } = await checkedContents(from);
  if ((engine === 'sqlite') !== (databaseUrl === null))
    throw new Error(`The backup is of ${engine}. ${engine === 'sqlite' ? 'Unset' : 'Set'} DATABASE_URL.`);
  if (migration !== undefined && !migrations.some(({ name }) => name === migration))
    throw new Error(
      `The backup is of a newer version (it has '${migration}', which this version does not know). Start that version.`,
    );
  if (pictures === 'in-bucket' && pictureBucket === null)
    throw new Error('The pictures of the backup are in a bucket. Set PICTURES_URL and its keys.');
  if (pictures === 'included' && pictureBucket !== null)
    throw new Error(
      'The backup contains its pictures. Restore it without PICTURES_URL, and then copy the folder "pictures" into the bucket.',
    );
  if (databaseUrl !== null) await requirePlace(databaseUrl, { schema, migration });
  await refuseRoot(dataDir);
  const lock = await lockProcess({
    dataDir,
    databaseUrl: databaseUrl ?? undefined,
    waitMs: 0,
    onTaken: (sentence) => {
      throw new Error(sentence);
    },
  });
  const kept = path.join(dataDir, `before-restore-${nowMs}`);
  try {
    // Copied before the database is replaced, since the disk may become full.
    await copyFiles(dataDir, from);
    const isFirst = markRestore(dataDir);
    try {
      if (databaseUrl !== null) await replacePostgres(databaseUrl, path.join(from, databaseName.postgres), { schema, kept });
      else restoreSqlite(path.join(from, databaseName.sqlite), databaseFile(dataDir), path.join(kept, databaseName.sqlite));
    } catch (error) {
      if (isFirst) unmarkRestore(dataDir);
      throw error;
    }
    const replaced = await completed(restored, kept).catch(partlyRestored);
    unmarkRestore(dataDir);
    return replaced;
  } finally {
    await Promise.all(fileNames.map((name) => rm(incomingOf(dataDir, name), { recursive: true, force: true })));
    await lock.close();
  }
}

/** What root restores in the folder of another user could not be read by the server. */
async function refuseRoot(dataDir: string): Promise<void> {
  const owner = await stat(dataDir).then(
    ({ uid }) => uid,
    () => 0,
  );
  if (process.getuid?.() === 0 && owner !== 0)
    throw new Error(
      `${dataDir} belongs to another user (${owner}), who could not read what root restores. Restore as that user.`,
    );
}

/** After the database was replaced. */
async function completed({ dataDir, databaseUrl }: Restored, kept: string): Promise<string | null> {
  if (databaseUrl !== null) await endLoginsInPostgres(databaseUrl);
  return replaceFiles(dataDir, kept);
}

async function replacePostgres(
  databaseUrl: string,
  file: string,
  { schema, kept }: { readonly schema: string | undefined; readonly kept: string },
): Promise<void> {
  try {
    await keepPostgres(databaseUrl, kept);
    await restorePostgres(databaseUrl, file, schema);
  } catch (error) {
    // Nothing was replaced.
    await rm(path.join(kept, databaseName.postgres), { force: true });
    await rmdir(kept).catch(() => undefined);
    throw error;
  }
}

function partlyRestored(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new PartlyRestored(
    `The database is restored, but the backup is not restored completely: ${reason}. Remove the reason and restore again. The server does not start before.`,
    { cause },
  );
}

const fileNames = [picturesName, keysName];
const incomingOf = (dataDir: string, name: string): string => path.join(dataDir, `${name}.incoming`);

async function copyFiles(dataDir: string, from: string): Promise<void> {
  for (const name of fileNames) {
    const incoming = incomingOf(dataDir, name);
    await rm(incoming, { recursive: true, force: true });
    if (existsSync(path.join(from, name))) await cp(path.join(from, name), incoming, { recursive: true });
  }
}

async function replaceFiles(dataDir: string, kept: string): Promise<string | null> {
  for (const name of fileNames) {
    const current = path.join(dataDir, name);
    if (existsSync(current)) {
      await mkdir(kept, { recursive: true, mode: 0o700 });
      await rename(current, path.join(kept, name));
    }
    if (existsSync(incomingOf(dataDir, name))) await rename(incomingOf(dataDir, name), current);
  }
  return existsSync(kept) ? kept : null;
}
