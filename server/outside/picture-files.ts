// Stores the files of pictures in a folder or, for tests, in memory.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureVariant } from '#shared/rules/picture-sizes.ts';

/** Every picture is stored as WebP, some variants also as AVIF. */
export type PictureFormat = 'webp' | 'avif';

/** Every call but list and freeBytes throws a RangeError for an id that is not a lower-case UUID. */
export interface PictureFiles {
  /** Resolves once the file is flushed to disk; replaces an older one atomically. */
  put(id: string, variant: PictureVariant, bytes: Buffer, format?: PictureFormat): Promise<void>;
  get(id: string, variant: PictureVariant, format?: PictureFormat): Promise<Buffer | null>;
  /** Removes all variants in all formats; does nothing for a picture that does not exist. */
  remove(id: string): Promise<void>;
  /** The ids of all pictures in no particular order; concurrent changes may or may not be included. */
  list(): AsyncIterable<string>;
  freeBytes(): Promise<number>;
}

/** Stores files as `directory/ab/ab…/512.webp`; the level of two characters keeps folders small. */
export function diskPictureFiles(directory: string): PictureFiles {
  const folderOf = (id: string) => join(directory, checkedId(id).slice(0, 2), id);
  const pathOf = (id: string, variant: PictureVariant, format: PictureFormat) => join(folderOf(id), `${variant}.${format}`);

  return {
    async put(id, variant, bytes, format = 'webp') {
      const path = pathOf(id, variant, format);
      const folder = dirname(path);
      const draft = `${path}.${randomUUID()}.part`;
      const firstMade = await mkdir(folder, { recursive: true });
      try {
        await writeThrough(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await flushFolder(folder);
      // The new folder's entry is in the folders above, so they need flushing too.
      if (firstMade !== undefined) await Promise.all([dirname(folder), directory].map(flushFolder));
    },
    async get(id, variant, format = 'webp') {
      try {
        return await readFile(pathOf(id, variant, format));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(folderOf(id), { recursive: true, force: true });
    },
    async *list() {
      for (const shard of await namesIn(directory)) {
        for (const id of await namesIn(join(directory, shard))) if (isPictureId(id)) yield id;
      }
    },
    async freeBytes() {
      await mkdir(directory, { recursive: true });
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize;
    },
  };
}

export function memoryPictureFiles(): PictureFiles {
  const pictures = new Map<string, Map<string, Buffer>>();
  return {
    async put(id, variant, bytes, format = 'webp') {
      pictures.set(checkedId(id), (pictures.get(id) ?? new Map()).set(`${variant}.${format}`, bytes));
    },
    get: async (id, variant, format = 'webp') => pictures.get(checkedId(id))?.get(`${variant}.${format}`) ?? null,
    async remove(id) {
      pictures.delete(checkedId(id));
    },
    async *list() {
      yield* pictures.keys();
    },
    freeBytes: async () => 1e12,
  };
}

function isPictureId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}

/** Every path is built through this, so that only a UUID can become part of one. */
function checkedId(id: string): string {
  if (!isPictureId(id)) throw new RangeError('not the id of a picture');
  return id;
}

async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function namesIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
