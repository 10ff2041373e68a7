// Makes a backup of everything that belongs to a server while it runs, and deletes old backups.
import { existsSync } from 'node:fs';
import { cp, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { countPictures, requireDatabase } from '#server/db/existing-database.ts';
import { backupSqlite } from '#server/db/sqlite-backup.ts';
import { databaseFile } from '#server/db/sqlite.ts';
import { refuseUnfinishedRestore } from '#server/db/unfinished-restore.ts';
import { isPictureFile } from '#server/outside/picture-files.ts';
import { serverLimits } from '#server/limits.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { type Contents, writeContents } from './contents.ts';
import { dumpPostgres } from './postgres-dump.ts';
import { databaseName, keysName, picturesName } from './names.ts';

type BackedUp = Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket'>;

/** The privacy page promises that what a member deleted is in no backup after this time. */
export const longestKeptDays = 30;
/** The names of backups, such as 2026-11-25T064500Z. A backup that is being made has a further ending. */
const namePattern = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(\.partial)?$/;

/** A backup was made, but it has no pictures although the database has some, or older ones could not be deleted. */
export class CompleteWithErrors extends Error {}

export interface BackupOptions {
  readonly folder: string;
  readonly keptDays: number;
  readonly nowMs: number;
  /** Tests replace it, to let the deletion of old backups fail. */
  readonly remove?: typeof rm;
  /** The free space on the disk of a folder. Tests replace it. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Makes a backup in a new folder inside `folder`, and returns its path. Afterwards it deletes backups older than `keptDays`, unless the
 * pictures are missing. Unless it throws CompleteWithErrors, an error means that no backup was made and the older ones are kept.
 * Pictures in a bucket are not in it.
 */
export async function makeBackup(
  { dataDir, databaseUrl, pictureBucket }: BackedUp,
  { folder, keptDays, nowMs, remove = rm, freeBytes = freeBytesOf }: BackupOptions,
): Promise<string> {
  refuseUnfinishedRestore(dataDir);
  const migration = (await requireDatabase({ dataDir, databaseUrl })) ?? undefined;
  const complete = path.join(folder, new Date(nowMs).toISOString().replace(/:|\.\d+/g, ''));
  const partial = `${complete}.partial`;
  let missingPictures = 0;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(partial, { mode: 0o700 }).catch((cause: unknown) => {
    throw hasCode(cause, 'EEXIST') ? new Error(`${partial} exists: another backup began in the same second.`, { cause }) : cause;
  });
  try {
    // A picture that is deleted meanwhile is in the first copy, and one that is uploaded meanwhile in the second.
    if (pictureBucket === null) await copyPictures(dataDir, partial);
    const database = await backupDatabase({ dataDir, databaseUrl }, partial);
    if (pictureBucket === null) await copyPictures(dataDir, partial);
    // The file of an earlier version, whose keys are not in the database until the server has started.
    await cp(path.join(dataDir, keysName), path.join(partial, keysName), { preserveTimestamps: true }).catch(ignoreMissing);
    if (pictureBucket === null && !existsSync(path.join(partial, picturesName)))
      missingPictures = (await countPictures({ dataDir, databaseUrl })) ?? 0;
    await protect(partial);
    await requireRoom(dataDir, folder, freeBytes);
    await writeContents(partial, { ...database, migration, pictures: pictureBucket === null ? 'included' : 'in-bucket' });
    await rename(partial, complete);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  if (missingPictures > 0)
    throw new CompleteWithErrors(
      `${complete} has none of the ${missingPictures} pictures of the database, since there are none in ${path.join(dataDir, picturesName)}. Check DATA_DIR and its disks. Older backups are kept.`,
    );
  try {
    await flushFolder(folder);
    await deleteOld(folder, { beforeMs: nowMs - keptDays * dayMs, partialBeforeMs: nowMs - dayMs, remove });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CompleteWithErrors(`${complete} is complete, but backups older than ${keptDays} days may be left: ${why}`, {
      cause,
    });
  }
  return complete;
}

async function backupDatabase(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  to: string,
): Promise<Pick<Contents, 'engine' | 'schema'>> {
  if (databaseUrl !== null)
    return { engine: 'postgres', schema: await dumpPostgres(databaseUrl, path.join(to, databaseName.postgres)) };
  await backupSqlite(databaseFile(dataDir), path.join(to, databaseName.sqlite));
  return { engine: 'sqlite' };
}

/** Copies the pictures that are not copied yet. A picture never changes under its id. */
async function copyPictures(dataDir: string, to: string): Promise<void> {
  const from = path.join(dataDir, picturesName);
  for (const shard of await namesIn(from)) {
    for (const id of await namesIn(path.join(from, shard))) {
      const names = await namesIn(path.join(from, shard, id));
      for (const name of names.filter(isPictureFile)) {
        const relative = path.join(picturesName, shard, id, name);
        await cp(path.join(dataDir, relative), path.join(to, relative), { force: false }).catch(ignoreMissing);
      }
    }
  }
}

/** Throws if the folder is on the disk of the server, and less is left there than the server needs. */
async function requireRoom(dataDir: string, folder: string, freeBytes: (folder: string) => Promise<number>): Promise<void> {
  const { diskFreeBytesLeast } = serverLimits;
  const server = await stat(dataDir).catch(ignoreMissing);
  if (server?.dev !== (await stat(folder)).dev || (await freeBytes(folder)) >= diskFreeBytesLeast) return;
  throw new Error(
    `less than ${diskFreeBytesLeast / 1e9} GB would be left for the server on the disk of ${folder}. Choose a folder on another disk, or keep backups for fewer days.`,
  );
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Makes everything readable by its owner only, whatever its mode was in the data directory, and flushes the files to the disk. */
async function protect(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const handle = await open(path.join(entry.parentPath, entry.name));
    try {
      await handle.chmod(entry.isDirectory() ? 0o700 : 0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

interface Deletion {
  readonly beforeMs: number;
  /** One that was killed leaves a partial backup. */
  readonly partialBeforeMs: number;
  readonly remove: typeof rm;
}

async function deleteOld(folder: string, { beforeMs, partialBeforeMs, remove }: Deletion): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, date, hours, minutes, seconds, partial] = namePattern.exec(name) ?? [];
    const madeMs = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
    // Another run may be deleting the same backup.
    if (madeMs < (partial === undefined ? beforeMs : partialBeforeMs))
      await remove(path.join(folder, name), { recursive: true, force: true });
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch((error: unknown) => ignoreMissing(error) ?? []);

function ignoreMissing(error: unknown): undefined {
  if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
  throw error;
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
