// Stores the files of pictures in a folder, or in memory for tests. s3-pictures.ts stores them in a bucket.
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pictureWidths, type PictureVariant } from '#shared/rules/picture-sizes.ts';
import { isUuid } from '#shared/rules/uuid.ts';
import { isMissing, writeAtomically } from './durable-files.ts';

/** Every picture is stored as WebP, some variants also as AVIF. */
const formats = ['webp', 'avif'] as const;
export type PictureFormat = (typeof formats)[number];

interface PictureFile {
  readonly id: string;
  /** Such as `512.webp`. */
  readonly name: string;
}

/** Each call with an id throws a RangeError if that is not a UUID in lower case. */
export interface PictureFiles {
  /** Resolves when the file is on disk. It replaces an older one atomically. */
  put(id: string, variant: PictureVariant, bytes: Buffer, format?: PictureFormat): Promise<void>;
  get(id: string, variant: PictureVariant, format?: PictureFormat): Promise<Buffer | null>;
  /** Removes all variants in all formats. Does nothing if the picture does not exist. */
  remove(id: string): Promise<void>;
  /** The ids of all pictures in no particular order. Changes made while it runs may be missing. */
  list(): AsyncIterable<string>;
  /** The files of all pictures in no particular order, also those that an upload has not completed. */
  listFiles(): AsyncIterable<PictureFile>;
  /** The free space on the disk of the data directory. */
  freeBytes(): Promise<number>;
  /** False while the store fails. It is known from earlier calls, so that asking costs nothing. */
  isAvailable(): boolean;
}

/** The folder of a picture's files, such as `ab/ab…`. The level with two characters keeps folders small. */
export const pictureFolder = (id: string): string => `${checkedId(id).slice(0, 2)}/${id}`;

/** The name of one file in its folder, such as `512.webp`. */
export const fileNameOf = (variant: PictureVariant, format: PictureFormat): string => `${variant}.${format}`;

/** Where one file is, such as `ab/ab…/512.webp`. */
export const pictureKey = (id: string, variant: PictureVariant, format: PictureFormat): string =>
  `${pictureFolder(id)}/${fileNameOf(variant, format)}`;

const fileNames: ReadonlySet<string> = new Set(
  (['original', ...pictureWidths] as const).flatMap((variant) => formats.map((format) => fileNameOf(variant, format))),
);

/** False for the temporary file of an upload. */
export const isPictureFile = (name: string): boolean => fileNames.has(name);

export function diskPictureFiles(directory: string): PictureFiles {
  async function* list(): AsyncGenerator<string> {
    for (const shard of await foldersIn(directory)) {
      for (const id of await foldersIn(join(directory, shard))) if (isUuid(id)) yield id;
    }
  }

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
    list,
    async *listFiles() {
      for await (const id of list())
        for (const { name } of await entriesIn(join(directory, pictureFolder(id)))) yield { id, name };
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
      pictures.set(checkedId(id), (pictures.get(id) ?? new Map()).set(fileNameOf(variant, format), bytes));
    },
    get: async (id, variant, format = 'webp') => pictures.get(checkedId(id))?.get(fileNameOf(variant, format)) ?? null,
    async remove(id) {
      pictures.delete(checkedId(id));
    },
    async *list() {
      yield* pictures.keys();
    },
    async *listFiles() {
      for (const [id, files] of pictures) for (const name of files.keys()) yield { id, name };
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

const foldersIn = async (path: string): Promise<string[]> =>
  (await entriesIn(path)).filter((entry) => entry.isDirectory()).map((entry) => entry.name);

async function entriesIn(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
