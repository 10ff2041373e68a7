// Stores the files of pictures in a folder, or in memory for tests. s3-pictures.ts stores them in a bucket.
import { mkdir, open, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureVariant } from '#shared/rules/picture-sizes.ts';
import { isUuid } from '#shared/rules/uuid.ts';
import { isMissing, writeAtomically } from './durable-files.ts';

/** Every picture is stored as WebP, some variants also as AVIF. */
export type PictureFormat = 'webp' | 'avif';

/** Each call with an id throws a RangeError if that is not a UUID in lower case. */
export interface PictureFiles {
  /** Resolves when the file is on disk. It replaces an older one atomically. */
  put(id: string, variant: PictureVariant, bytes: Buffer, format?: PictureFormat): Promise<void>;
  get(id: string, variant: PictureVariant, format?: PictureFormat): Promise<Buffer | null>;
  /** Removes all variants in all formats. Does nothing if the picture does not exist. */
  remove(id: string): Promise<void>;
  /** The ids of all pictures in no particular order. Changes made while it runs may be missing. */
  list(): AsyncIterable<string>;
  /** The free space on the disk of the data directory. */
  freeBytes(): Promise<number>;
  /** False while the store fails. It is known from earlier calls, so that asking costs nothing. */
  isAvailable(): boolean;
}

/** The folder of a picture's files, such as `ab/ab…`. The level with two characters keeps folders small. */
export const pictureFolder = (id: string): string => `${checkedId(id).slice(0, 2)}/${id}`;

/** The name of one file, such as `ab/ab…/512.webp`. */
export const pictureKey = (id: string, variant: PictureVariant, format: PictureFormat): string =>
  `${pictureFolder(id)}/${variant}.${format}`;

export function diskPictureFiles(directory: string): PictureFiles {
  return {
    async put(id, variant, bytes, format = 'webp') {
      const path = join(directory, pictureKey(id, variant, format));
      const folder = dirname(path);
      const firstMade = await mkdir(folder, { recursive: true });
      await writeAtomically(path, bytes);
      await flushFolder(folder);
      // The entry of a new folder is in the folder above, so that one has to be flushed too.
      if (firstMade !== undefined) await Promise.all([dirname(folder), directory].map(flushFolder));
    },
    async get(id, variant, format = 'webp') {
      try {
        return await readFile(join(directory, pictureKey(id, variant, format)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(join(directory, pictureFolder(id)), { recursive: true, force: true });
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
    isAvailable: () => true,
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
    isAvailable: () => true,
  };
}

/** All paths are created with it, so that only a UUID can be part of a path. */
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
