// A cache of map tiles on disk with a size limit. It removes the tiles that were not used for the longest time, also across restarts.
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { hourMs } from '#shared/rules/durations.ts';

export type StoredTile = {
  /** Null if the tile server has no such tile. */
  readonly contentType: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Until this time the tile is used without asking the tile server; in ms since 1970. */
  readonly freshUntilMs: number;
  readonly bytes: Buffer;
};

export interface TileStore {
  get(z: number, x: number, y: number): Promise<StoredTile | null>;
  put(z: number, x: number, y: number, tile: StoredTile): Promise<void>;
}

const blockBytes = 4_096;
/** The fraction of the limit that is left after tiles were removed. The lower it is, the rarer this happens. */
const shareAfterEviction = 0.95;
/** The time of use is written to disk at most this often. */
const touchEveryMs = hourMs;
const concurrentReads = 64;
const newline = 10;

type Entry = { bytes: number; touchedMs: number };

/**
 * Stores tiles in `dir`/`source`, and removes those of other sources, so that maps are never mixed. A damaged file counts as not cached.
 */
export async function openTileStore(options: {
  dir: string;
  source: string;
  maxBytes: number;
  now: () => number;
}): Promise<TileStore> {
  const { dir, source, maxBytes, now } = options;
  const own = path.join(dir, source);
  await mkdir(own, { recursive: true, mode: 0o700 });
  for (const other of await readdir(dir)) if (other !== source) await rm(path.join(dir, other), { recursive: true, force: true });
  /** The least recently used tile comes first. */
  const entries = await readEntries(own);
  let used = [...entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  let written = 0;
  await evict();

  function forget(name: string): void {
    used -= entries.get(name)?.bytes ?? 0;
    entries.delete(name);
  }

  async function evict(): Promise<void> {
    if (used <= maxBytes) return;
    const gone: string[] = [];
    for (const name of entries.keys()) {
      if (used <= maxBytes * shareAfterEviction) break;
      forget(name);
      gone.push(name);
    }
    for (const name of gone) await rm(path.join(own, name), { force: true });
  }

  async function use(name: string, entry: Entry): Promise<void> {
    entries.delete(name);
    entries.set(name, entry);
    if (now() - entry.touchedMs < touchEveryMs) return;
    entry.touchedMs = now();
    await utimes(path.join(own, name), now() / 1_000, now() / 1_000).catch(() => undefined);
  }

  return {
    async get(z, x, y) {
      const name = nameOf(z, x, y);
      const entry = entries.get(name);
      if (entry === undefined) return null;
      const tile = await readFile(path.join(own, name)).then(fromFile, () => null);
      if (tile === null) forget(name);
      else await use(name, entry);
      return tile;
    },
    async put(z, x, y, tile) {
      const name = nameOf(z, x, y);
      const file = path.join(own, name);
      written += 1;
      const unfinished = `${file}.${process.pid}-${written}.new`;
      const content = toFile(tile);
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        const handle = await open(unfinished, 'wx', 0o600);
        await handle.writeFile(content).finally(() => handle.close());
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      forget(name);
      const bytes = onDisk(content.length);
      entries.set(name, { bytes, touchedMs: now() });
      used += bytes;
      await evict();
    },
  };
}

const nameOf = (z: number, x: number, y: number): string => path.join(String(z), String(x), String(y));
const onDisk = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes;

/** Lists the stored tiles, and removes files that were not completed. */
async function readEntries(own: string): Promise<Map<string, Entry>> {
  const files = (await readdir(own, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files) if (file.endsWith('.new')) await rm(file, { force: true });
  const whole = files.filter((file) => !file.endsWith('.new'));
  const found: [name: string, entry: Entry][] = [];
  while (found.length < whole.length) {
    const some = whole.slice(found.length, found.length + concurrentReads);
    const entriesOfSome = some.map(async (file): Promise<[string, Entry]> => {
      const { size, mtimeMs } = await stat(file);
      return [path.relative(own, file), { bytes: onDisk(size), touchedMs: mtimeMs }];
    });
    found.push(...(await Promise.all(entriesOfSome)));
  }
  return new Map(found.sort(([, one], [, other]) => one.touchedMs - other.touchedMs));
}

/** A line of JSON, followed by the bytes. */
function toFile({ bytes, ...about }: StoredTile): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...about, length: bytes.length })}\n`), bytes]);
}

function fromFile(content: Buffer): StoredTile | null {
  const end = content.indexOf(newline);
  try {
    const about: unknown = JSON.parse(content.toString('utf8', 0, end));
    const field = (name: string): unknown => Reflect.get(Object(about), name);
    const text = (name: string): string | null => {
      const value = field(name);
      return typeof value === 'string' ? value : null;
    };
    const bytes = content.subarray(end + 1);
    if (field('length') !== bytes.length) return null;
    return {
      contentType: text('contentType'),
      etag: text('etag'),
      lastModified: text('lastModified'),
      freshUntilMs: Number(field('freshUntilMs')) || 0,
      bytes,
    };
  } catch {
    return null;
  }
}
