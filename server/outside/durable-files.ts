// Writes files. When the promise resolves, the file is complete and its bytes are on disk. A flush of its folder stores its name.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Writes and flushes a new file that only its owner can read. Rejects if it exists. */
async function writeFlushed(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes to a temporary file, flushes and renames it, so that nobody reads half a file. */
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

/** True if the error says that a file or folder does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
