// The mark of a restore that was not completed. With it no server starts, since database and pictures may not belong together.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseFailure } from './errors.ts';

const markOf = (dataDir: string): string => resolve(dataDir, 'unfinished-restore');

/** Throws DatabaseFailure 'wrong-data'. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const mark = markOf(dataDir);
  if (!existsSync(mark)) return;
  throw new DatabaseFailure(
    'wrong-data',
    `A restore in ${resolve(dataDir)} was not completed. Restore the backup again, or delete the file ${mark} if nothing was replaced.`,
  );
}

/** Returns false if an earlier restore was not completed either. */
export function markRestore(dataDir: string): boolean {
  const isFirst = !existsSync(markOf(dataDir));
  writeFileSync(markOf(dataDir), '', { mode: 0o600, flush: true });
  return isFirst;
}

export const unmarkRestore = (dataDir: string): void => rmSync(markOf(dataDir), { force: true });
