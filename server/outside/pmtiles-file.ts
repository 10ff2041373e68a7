// A PMTiles archive in a local file. It is checked when it is opened, and only the requested ranges are read.
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { bytesToHeader, Compression, PMTiles, ResolvedValueCache, TileType, type Header, type Source } from 'pmtiles';

/** Far more than files of the whole world need. A larger part means that the file is damaged or hostile. */
const maxPackedBytes = 8_000_000;
const maxUnpackedBytes = 64_000_000;
const headerBytes = 127;
/** The library reads this much for the header and the root directory. The format requires that both are in it. */
const startBytes = 16_384;
/** Each takes about 100 KB of memory. */
const maxCachedDirectories = 64;
const maxZoom = 22;

export interface PmtilesFile {
  readonly archive: PMTiles;
  readonly header: Header;
  /** The JSON, not compressed. */
  readonly metadata: Buffer;
  /** The header and root directory as stored. They identify the content of the file. */
  readonly fingerprint: readonly Buffer[];
}

/** @throws Error that says what is wrong with the file */
export async function openPmtilesFile(file: FileHandle): Promise<PmtilesFile> {
  const { size } = await file.stat();
  const source = fileSource(file, size);
  const start = Buffer.from((await source.getBytes(0, startBytes)).data);
  const header = checkedHeader(start, size);
  // The library's default cache would also cache failures, so that a read could not be tried again.
  const cache = new ResolvedValueCache(maxCachedDirectories, undefined, unpack);
  const archive = new PMTiles(source, cache, unpackTile);
  await archive.getHeader().catch((error: Error) => {
    throw new Error(`its root directory is damaged (${error.message})`);
  });
  const { rootDirectoryOffset: rootOffset, rootDirectoryLength: rootLength } = header;
  const root = await cache.getDirectory(source, rootOffset, rootLength, header);
  if (root.length === 0) throw new Error('its root directory is empty');
  const metadata = await source.getBytes(header.jsonMetadataOffset, header.jsonMetadataLength);
  return {
    archive,
    header,
    metadata: Buffer.from(await unpack(metadata.data, header.internalCompression)),
    fingerprint: [start.subarray(0, headerBytes), start.subarray(rootOffset, rootOffset + rootLength)],
  };
}

function fileSource(file: FileHandle, size: number): Source {
  return {
    getKey: () => 'file',
    async getBytes(offset, wanted) {
      // A complete file may be shorter than what the library reads first.
      const length = offset === 0 ? Math.min(wanted, size) : wanted;
      if (length > maxPackedBytes) throw new Error(`a part of it is larger than ${maxPackedBytes} bytes`);
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      // The library would take missing bytes for an empty tile.
      if (bytesRead < length) throw new Error('it ends early');
      return { data: bytes.buffer };
    },
  };
}

function checkedHeader(start: Buffer, size: number): Header {
  if (start.length < headerBytes || start.toString('latin1', 0, 7) !== 'PMTiles') throw new Error('it is no PMTiles file');
  if (start[7] !== 3) throw new Error(`it is of version ${start[7]} of PMTiles, and only version 3 can be read`);
  const header = bytesToHeader(new Uint8Array(start).buffer);
  const rootEnd = header.rootDirectoryOffset + header.rootDirectoryLength;
  const ends = [
    rootEnd,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ];
  if (Math.max(...ends) > size) throw new Error(`it ends early, after ${size} bytes: was it copied whole?`);
  if (rootEnd > startBytes) throw new Error(`its root directory is not within the first ${startBytes} bytes`);
  if (!isKnown(header.internalCompression)) throw new Error('its directories are compressed in an unknown way');
  if (!isKnown(header.tileCompression)) throw new Error('its tiles are compressed in an unknown way');
  if (header.tileType === TileType.Mlt) throw new Error('its tiles are of the type MLT, which can not be drawn: MVT is needed');
  if (header.tileType === TileType.Unknown || !(header.tileType in TileType)) throw new Error('its tiles are of an unknown type');
  if (header.minZoom > header.maxZoom || header.maxZoom > maxZoom) throw new Error('its zooms make no sense');
  return header;
}

const isKnown = (compression: Compression): boolean => compression !== Compression.Unknown && compression in Compression;

type Unpacker = (bytes: ArrayBuffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unpackers = new Map<Compression, Unpacker>([
  [Compression.Gzip, promisify(gunzip)],
  [Compression.Brotli, promisify(brotliDecompress)],
  [Compression.Zstd, promisify(zstdDecompress)],
]);

/** @throws Error if the bytes are damaged, or are larger than the limit when unpacked */
async function unpack(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const unpacker = unpackers.get(compression);
  if (unpacker === undefined) return bytes;
  // A small result is part of a shared buffer, so it is copied.
  return new Uint8Array(await unpacker(bytes, { maxOutputLength: maxUnpackedBytes })).buffer;
}

/** Browsers unpack gzip themselves, so such tiles are sent as they are stored. */
const unpackTile = async (bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> =>
  compression === Compression.Gzip ? bytes : unpack(bytes, compression);
