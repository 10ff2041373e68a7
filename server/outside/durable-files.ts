// Writes files that are complete and on disk once the promise resolves.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Writes a new file, which only its owner can read, and flushes it. Rejects if it exists. */
export async function writeFlushed(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes to a temporary file, flushes and renames it, so that no reader sees half a file. */
export async function writeAtomically(path: string, content: string | Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await writeFlushed(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** True for the error of a file or folder that does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
