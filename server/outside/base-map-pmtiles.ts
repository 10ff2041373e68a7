// A base map from a local PMTiles file, of which only the asked parts are read.
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MapSource } from '#shared/contract/map.ts';
import { limitedMap } from './limited-map.ts';
import { isTile, TileUnavailable } from './map-tile.ts';
import {
  entryFor,
  headerBytes,
  readDirectory,
  readHeader,
  tileIdOf,
  unpacked,
  type Entry,
  type PmtilesHeader,
  type Span,
  type TileType,
} from './pmtiles-format.ts';
import type { BaseMap, MapTile } from './base-map.ts';

/** Far above what files of the whole world have: more is damage or malice. */
const packedMost = 8_000_000;
const unpackedMost = 64_000_000;
/** Directories lead to directories, in practice once. */
const depthMost = 4;
/** Some 100 KB each in memory. */
const leavesKept = 64;
/** A week: the address of a tile changes with the file. */
const freshSeconds = 604_800;

const contentTypes: Record<Exclude<TileType, 'unknown'>, string> = {
  mvt: 'application/vnd.mapbox-vector-tile',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
};

const gzipped = promisify(gzip);

/** @throws Error with a sentence that names the file and what is wrong with it */
export async function openPmtilesMap(
  settings: { file: string; attribution: string | null },
  log: { warn(message: string): void },
): Promise<BaseMap> {
  const wrong = (reason: string) => new Error(`The map file ${settings.file} (MAP_PMTILES) can't be used: ${reason}.`);
  const file = await open(settings.file).catch((error: unknown) => {
    throw wrong(error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'there is no such file' : String(error));
  });
  try {
    const { header, root, about } = await readStart(file, settings.attribution);
    return pmtilesMap(file, header, root, about, log);
  } catch (error) {
    await file.close();
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

async function readStart(file: FileHandle, attribution: string | null) {
  const { size } = await file.stat();
  if (size < headerBytes) throw new Error('it is no PMTiles file');
  const start = await readSpan(file, { offset: 0, length: headerBytes });
  const header = readHeader(start, size);
  const packedRoot = await readSpan(file, header.root);
  const root = readDirectory(await unpacked(packedRoot, header.directoryCompression, unpackedMost));
  const metadata = readMetadata(await unpacked(await readSpan(file, header.metadata), header.directoryCompression, unpackedMost));
  const owed = attribution ?? plainText(metadata.attribution);
  if (owed === '') throw new Error('it names nobody to be mentioned on the map, so MAP_ATTRIBUTION has to');
  const about: MapSource = {
    kind: header.tileType === 'mvt' ? schemaOf(metadata.layers) : 'raster',
    // The root directory changes with the tiles' sizes, which no other data will all share.
    version: createHash('sha256').update(start).update(packedRoot).digest('base64url').slice(0, 12),
    zoomLeast: header.zoomLeast,
    zoomMost: header.zoomMost,
    attribution: owed,
  };
  return { header, root, about };
}

function pmtilesMap(
  file: FileHandle,
  header: PmtilesHeader,
  root: readonly Entry[],
  about: MapSource,
  log: { warn(message: string): void },
): BaseMap {
  const leaves = limitedMap<number, Promise<readonly Entry[]>>(leavesKept);
  const contentType = header.tileType === 'unknown' ? '' : contentTypes[header.tileType];

  async function readLeaf(span: Span): Promise<readonly Entry[]> {
    const bytes = await readSpan(file, within(header.leaves, span));
    return readDirectory(await unpacked(bytes, header.directoryCompression, unpackedMost));
  }

  function leafAt(span: Span): Promise<readonly Entry[]> {
    const known = leaves.get(span.offset) ?? readLeaf(span);
    leaves.set(span.offset, known);
    known.catch(() => leaves.delete(span.offset));
    return known;
  }

  async function bytesOf(tileId: number): Promise<Buffer | null> {
    let entries = root;
    for (let depth = 0; depth < depthMost; depth += 1) {
      const entry = entryFor(tileId, entries);
      if (entry === null) return null;
      if (entry.runLength > 0) return readSpan(file, within(header.tiles, entry));
      entries = await leafAt(entry);
    }
    throw new Error('its directories lead nowhere');
  }

  async function tileOf(bytes: Buffer): Promise<MapTile> {
    if (header.tileCompression === 'gzip') return { bytes, contentType, contentEncoding: 'gzip', freshSeconds };
    const plain = await unpacked(bytes, header.tileCompression, unpackedMost);
    return header.tileType === 'mvt'
      ? { bytes: await gzipped(plain), contentType, contentEncoding: 'gzip', freshSeconds }
      : { bytes: plain, contentType, contentEncoding: null, freshSeconds };
  }

  return {
    about,
    async tile(z, x, y) {
      if (!isTile(about, z, x, y)) return null;
      try {
        const bytes = await bytesOf(tileIdOf(z, x, y));
        return bytes && (await tileOf(bytes));
      } catch (error) {
        log.warn(`A tile of the map file can't be read: ${error instanceof Error ? error.message : String(error)}.`);
        throw new TileUnavailable();
      }
    },
    close: () => file.close(),
  };
}

/** A span of a section as one of the file. */
function within(section: Span, { offset, length }: Span): Span {
  if (offset < 0 || offset + length > section.length) throw new Error('a directory in it points past its end');
  return { offset: section.offset + offset, length };
}

async function readSpan(file: FileHandle, { offset, length }: Span): Promise<Buffer> {
  if (length > packedMost) throw new Error(`a part of it is larger than ${packedMost} bytes`);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead < length) throw new Error('it ends early');
  return buffer;
}

function readMetadata(bytes: Buffer): { attribution: string; layers: ReadonlySet<unknown> } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString());
  } catch {
    throw new Error('its metadata is no JSON');
  }
  const attribution: unknown = Reflect.get(Object(parsed), 'attribution');
  const layers: unknown = Reflect.get(Object(parsed), 'vector_layers');
  return {
    attribution: typeof attribution === 'string' ? attribution : '',
    layers: new Set(Array.isArray(layers) ? layers.map((layer): unknown => Reflect.get(Object(layer), 'id')) : []),
  };
}

/** The two schemas that street maps come in are told apart by the names of their layers. */
function schemaOf(layers: ReadonlySet<unknown>): MapSource['kind'] {
  if (layers.has('transportation') || layers.has('place')) return 'openmaptiles';
  if (layers.has('roads') || layers.has('places')) return 'protomaps';
  throw new Error('its layers are neither those of OpenMapTiles nor those of Protomaps, and no others can be drawn');
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", copy: '©', nbsp: ' ' };

/** Attributions come as a piece of HTML; on the map they are words. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (signs[name ?? ''] ?? whole) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
    )
    .replace(/\s+/g, ' ')
    .trim();
}
