// The list of the files of a backup with their hashes, by which a damaged or incomplete backup is recognised.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

const listName = 'contents.json';
const schema = z.object({
  engine: z.literal(['sqlite', 'postgres']),
  /** The schema of PostgreSQL. Older backups are of the whole database. */
  schema: z.optional(z.string()),
  /** The migration that was applied last. Older backups do not name it. */
  migration: z.optional(z.string()),
  /** The SHA-256 of each file in hexadecimal, by its path in the backup. */
  files: z.record(z.string(), z.string()),
  /** Whether the backup has the pictures, or they were in a bucket. */
  pictures: z._default(z.enum(['included', 'in-bucket']), 'included'),
});
export type Contents = z.infer<typeof schema>;

export async function writeContents(folder: string, facts: Omit<Contents, 'files'>): Promise<void> {
  const files: Record<string, string> = {};
  for (const file of await filesIn(folder)) files[file] = await hashOf(path.join(folder, file));
  await writeFile(path.join(folder, listName), JSON.stringify({ ...facts, files }, null, 1), {
    mode: 0o600,
    flush: true,
  });
}

/** Throws if a file is missing, damaged or not listed. */
export async function checkedContents(folder: string): Promise<Contents> {
  const text = await readFile(path.join(folder, listName), 'utf8').catch((cause: unknown) => {
    throw new Error(`${folder} is no backup: it has no ${listName}.`, { cause });
  });
  const contents = parsed(text);
  const found = (await filesIn(folder)).filter((file) => file !== listName);
  for (const file of new Set([...Object.keys(contents.files), ...found])) {
    if (!found.includes(file)) throw new Error(`The backup is incomplete: ${file} is missing.`);
    if (contents.files[file] !== (await hashOf(path.join(folder, file))))
      throw new Error(`The backup is damaged: ${file} has changed.`);
  }
  return contents;
}

function parsed(text: string): Contents {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`The backup is damaged: ${listName} cannot be read.`, { cause });
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
