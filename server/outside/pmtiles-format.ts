// The layout of a PMTiles file, version 3: header, directories of tiles, and the order of tiles along a Hilbert curve.
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';

export const headerBytes = 127;

export const compressions = ['unknown', 'none', 'gzip', 'brotli', 'zstd'] as const;
export type Compression = (typeof compressions)[number];

export const tileTypes = ['unknown', 'mvt', 'png', 'jpeg', 'webp', 'avif'] as const;
export type TileType = (typeof tileTypes)[number];

/** A part of the file. */
export type Span = { readonly offset: number; readonly length: number };

export type PmtilesHeader = {
  readonly root: Span;
  readonly metadata: Span;
  readonly leaves: Span;
  readonly tiles: Span;
  readonly directoryCompression: Compression;
  readonly tileCompression: Compression;
  readonly tileType: TileType;
  readonly zoomLeast: number;
  readonly zoomMost: number;
};

/**
 * `runLength` tiles from `tileId` on are the same bytes; with 0 the entry is a directory of the tiles from there on.
 * Offsets count from the start of the tiles, or of the leaf directories.
 */
export type Entry = Span & { readonly tileId: number; readonly runLength: number };

/** @throws Error that says what is wrong with the first bytes of a file of `fileBytes` */
export function readHeader(bytes: Buffer, fileBytes: number): PmtilesHeader {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 7) !== 'PMTiles') throw new Error('it is no PMTiles file');
  if (bytes[7] !== 3) throw new Error(`it is of version ${bytes[7]} of PMTiles, and only version 3 can be read`);
  const span = (at: number): Span => ({
    offset: Number(bytes.readBigUInt64LE(at)),
    length: Number(bytes.readBigUInt64LE(at + 8)),
  });
  const header: PmtilesHeader = {
    root: span(8),
    metadata: span(24),
    leaves: span(40),
    tiles: span(56),
    directoryCompression: compressions[bytes[97] ?? 0] ?? 'unknown',
    tileCompression: compressions[bytes[98] ?? 0] ?? 'unknown',
    tileType: tileTypes[bytes[99] ?? 0] ?? 'unknown',
    zoomLeast: bytes[100] ?? 0,
    zoomMost: bytes[101] ?? 0,
  };
  for (const { offset, length } of [header.root, header.metadata, header.leaves, header.tiles])
    if (offset + length > fileBytes) throw new Error(`it ends early, after ${fileBytes} bytes: was it copied whole?`);
  if (header.directoryCompression === 'unknown') throw new Error('its directories are compressed in an unknown way');
  if (header.tileCompression === 'unknown') throw new Error('its tiles are compressed in an unknown way');
  if (header.tileType === 'unknown') throw new Error('its tiles are of an unknown type');
  if (header.zoomLeast > header.zoomMost || header.zoomMost > 22) throw new Error('its zooms make no sense');
  return header;
}

/** @throws Error when the unpacked bytes of a directory are not one */
export function readDirectory(bytes: Uint8Array): Entry[] {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at];
      if (byte === undefined || unit > 2 ** 49) throw new Error('a directory in it is damaged');
      at += 1;
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  };
  const count = next();
  // Each entry takes at least four bytes: a larger number is a lie, and would only eat memory.
  if (count === 0 || count * 4 > bytes.length) throw new Error('a directory in it is damaged');
  const column = () => Array.from({ length: count }, next);
  let tileId = 0;
  const tileIds = column().map((step) => (tileId += step));
  const runLengths = column();
  const lengths = column();
  let offset = 0;
  return column().map((given, index) => {
    // Nought means: right after the one before.
    offset = given === 0 && index > 0 ? offset + (lengths[index - 1] ?? 0) : given - 1;
    return { tileId: tileIds[index] ?? 0, runLength: runLengths[index] ?? 0, length: lengths[index] ?? 0, offset };
  });
}

/** The entry that has a tile, or leads to it; null: there is no such tile. */
export function entryFor(tileId: number, entries: readonly Entry[]): Entry | null {
  let [low, high] = [0, entries.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((entries[middle]?.tileId ?? 0) <= tileId) low = middle;
    else high = middle - 1;
  }
  const entry = entries[low];
  if (entry === undefined || tileId < entry.tileId) return null;
  return entry.runLength === 0 || tileId < entry.tileId + entry.runLength ? entry : null;
}

/** The place of a tile among all tiles: zoom after zoom, within one along a Hilbert curve. Exact to zoom 26. */
export function tileIdOf(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const isEast = column >= side;
    const isSouth = row >= side;
    id += side * side * (isEast ? (isSouth ? 2 : 3) : isSouth ? 1 : 0);
    column %= side;
    row %= side;
    if (isSouth) continue;
    if (isEast) [column, row] = [side - 1 - column, side - 1 - row];
    [column, row] = [row, column];
  }
  return id;
}

const unpackers = { gzip: promisify(gunzip), brotli: promisify(brotliDecompress), zstd: promisify(zstdDecompress) };

/** @throws Error when the bytes are damaged, or more than `most` come out */
export async function unpacked(bytes: Buffer, compression: Compression, most: number): Promise<Buffer> {
  if (compression === 'none' || compression === 'unknown') return bytes;
  return unpackers[compression](bytes, { maxOutputLength: most });
}
