// Reads the commit of the running server: from the file that a production build contains, else from the git history.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { VersionInfo } from '#shared/contract/site.ts';

/** A production build has it beside package.json. */
export const versionFile = 'version.json';

const root = path.join(import.meta.dirname, '../..');

/** "unknown" without a file and without a git history. */
export async function readVersion(folder: string = root): Promise<VersionInfo> {
  try {
    return JSON.parse(await readFile(path.join(folder, versionFile), 'utf8')) as VersionInfo;
  } catch {
    return lastCommit(folder);
  }
}

async function lastCommit(folder: string): Promise<VersionInfo> {
  try {
    const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%H %cI'], { cwd: folder });
    const [gitCommitHash = 'unknown', gitCommitTs = 'unknown'] = stdout.trim().split(' ');
    return { gitCommitHash, gitCommitTs };
  } catch {
    return { gitCommitHash: 'unknown', gitCommitTs: 'unknown' };
  }
}
