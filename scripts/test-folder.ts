// Gives the tests one folder for temporary files: in memory where there is room, so that databases do not wait for a disk.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
/** The databases and browser profiles of one run take less than half of this. Containers often have 64 MiB only. */
const neededBytes = 4 * 2 ** 30;
/** The memory for these files and for everything else: browsers, servers and the tests themselves. */
const neededMemory = 3 * neededBytes;

export function setup(): () => void {
  const folder = mkdtempSync(path.join(hasRoom(inMemory) ? inMemory : tmpdir(), 'tests-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  // Servers, picture workers and workers of the runner start by the hundred, and then compile the same files only once.
  process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled');
  // Databases that end with the processes of the tests may still write.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes && process.availableMemory() >= neededMemory;
  } catch {
    return false;
  }
}
