// Stores the files of pictures in a folder or, for tests, in memory.
import { mkdir, open, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureVariant } from '#shared/rules/picture-sizes.ts';
import { isUuid } from '#shared/rules/uuid.ts';
import { isMissing, writeAtomically } from './durable-files.ts';

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
      const firstMade = await mkdir(folder, { recursive: true });
      await writeAtomically(path, bytes);
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
        for (const id of await namesIn(join(directory, shard))) if (isUuid(id)) yield id;
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

/** Every path is built through this, so that only a UUID can become part of one. */
function checkedId(id: string): string {
  if (!isUuid(id)) throw new RangeError('not the id of a picture');
  return id;
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
