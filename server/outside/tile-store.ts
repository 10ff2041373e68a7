// Map tiles on disk, up to a size: what was used longest ago goes first, also over restarts.
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

export type StoredTile = {
  /** Null: the tile server has no such tile. */
  readonly contentType: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Until then it is given without asking again; milliseconds since 1970. */
  readonly freshUntilMs: number;
  readonly bytes: Buffer;
};

export interface TileStore {
  get(z: number, x: number, y: number): Promise<StoredTile | null>;
  put(z: number, x: number, y: number, tile: StoredTile): Promise<void>;
  /** What is on disk now, in blocks of the disk. */
  usedBytes(): number;
}

/** A file takes whole blocks. */
const blockBytes = 4_096;
/** Removing some more at once spares the next ones the trouble. */
const leftWhenFull = 0.95;
/** That a tile was used is written down at most this often. */
const touchEveryMs = 3_600_000;
const readAtOnce = 64;
const newline = 10;

type Place = { bytes: number; touchedMs: number };

/**
 * Keeps tiles in `dir`/`source`; what other sources left in `dir` is removed, so that maps are never mixed.
 * A damaged or missing file counts as a tile that is not kept.
 */
export async function openTileStore(options: {
  dir: string;
  source: string;
  mostBytes: number;
  now: () => number;
}): Promise<TileStore> {
  const { dir, source, mostBytes, now } = options;
  const own = path.join(dir, source);
  await mkdir(own, { recursive: true, mode: 0o700 });
  for (const other of await readdir(dir)) if (other !== source) await rm(path.join(dir, other), { recursive: true, force: true });
  /** Used longest ago first. */
  const places = await readPlaces(own);
  let used = [...places.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  let written = 0;
  await makeRoom();

  function forget(name: string): void {
    used -= places.get(name)?.bytes ?? 0;
    places.delete(name);
  }

  async function makeRoom(): Promise<void> {
    if (used <= mostBytes) return;
    const gone: string[] = [];
    for (const name of places.keys()) {
      if (used <= mostBytes * leftWhenFull) break;
      forget(name);
      gone.push(name);
    }
    for (const name of gone) await rm(path.join(own, name), { force: true });
  }

  async function use(name: string, place: Place): Promise<void> {
    places.delete(name);
    places.set(name, place);
    if (now() - place.touchedMs < touchEveryMs) return;
    place.touchedMs = now();
    await utimes(path.join(own, name), now() / 1_000, now() / 1_000).catch(() => undefined);
  }

  return {
    usedBytes: () => used,
    async get(z, x, y) {
      const name = nameOf(z, x, y);
      const place = places.get(name);
      if (place === undefined) return null;
      const tile = await readFile(path.join(own, name)).then(fromFile, () => null);
      if (tile === null) forget(name);
      else await use(name, place);
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
      places.set(name, { bytes, touchedMs: now() });
      used += bytes;
      await makeRoom();
    },
  };
}

const nameOf = (z: number, x: number, y: number): string => path.join(String(z), String(x), String(y));
const onDisk = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes;

/** What lies in a directory from earlier; what was left half written is removed. */
async function readPlaces(own: string): Promise<Map<string, Place>> {
  const files = (await readdir(own, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files) if (file.endsWith('.new')) await rm(file, { force: true });
  const whole = files.filter((file) => !file.endsWith('.new'));
  const found: [name: string, place: Place][] = [];
  while (found.length < whole.length) {
    const some = whole.slice(found.length, found.length + readAtOnce);
    const placesOfSome = some.map(async (file): Promise<[string, Place]> => {
      const { size, mtimeMs } = await stat(file);
      return [path.relative(own, file), { bytes: onDisk(size), touchedMs: mtimeMs }];
    });
    found.push(...(await Promise.all(placesOfSome)));
  }
  return new Map(found.sort(([, one], [, other]) => one.touchedMs - other.touchedMs));
}

/** A line of JSON, then the bytes. */
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
