// A base map from a local PMTiles file. Only the requested parts of the file are read.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Compression, TileType } from 'pmtiles';
import type { MapSource } from '#shared/contract/map.ts';
import { isMissing } from './durable-files.ts';
import { type BaseMap, isTile, type MapTile, TileUnavailable } from './map-tile.ts';
import { openPmtilesFile, type PmtilesFile } from './pmtiles-file.ts';

const contentTypes = new Map([
  [TileType.Mvt, 'application/vnd.mapbox-vector-tile'],
  [TileType.Png, 'image/png'],
  [TileType.Jpeg, 'image/jpeg'],
  [TileType.Webp, 'image/webp'],
  [TileType.Avif, 'image/avif'],
]);

const gzipped = promisify(gzip);

/** @throws Error with a sentence that names the file and what is wrong with it */
export async function openPmtilesMap(
  settings: { file: string; attribution: string | null },
  log: { warn(message: string): void },
): Promise<BaseMap> {
  const wrong = (reason: string) => new Error(`The map file ${settings.file} (MAP_PMTILES) can't be used: ${reason}.`);
  const file = await open(settings.file).catch((error: unknown) => {
    throw wrong(isMissing(error) ? 'there is no such file' : String(error));
  });
  try {
    const pmtiles = await openPmtilesFile(file);
    const source = describe(pmtiles, settings.attribution);
    return { source, tile: tileReader(pmtiles, source, log), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function describe({ header, metadata, fingerprint }: PmtilesFile, attribution: string | null): MapSource {
  const described = readMetadata(metadata);
  const mapAttribution = attribution ?? plainText(described.attribution);
  if (mapAttribution === '') throw new Error('it contains no attribution, so MAP_ATTRIBUTION must be set');
  const hash = createHash('sha256');
  for (const bytes of fingerprint) hash.update(bytes);
  return {
    kind: header.tileType === TileType.Mvt ? schemaOf(described.layers) : 'raster',
    version: hash.digest('base64url').slice(0, 12),
    zoomLeast: header.minZoom,
    zoomMost: header.maxZoom,
    attribution: mapAttribution,
  };
}

function tileReader(
  { archive, header }: PmtilesFile,
  source: MapSource,
  log: { warn(message: string): void },
): (z: number, x: number, y: number) => Promise<MapTile | null> {
  const contentType = contentTypes.get(header.tileType) ?? '';
  const isGzipped = header.tileCompression === Compression.Gzip;
  const needsGzip = !isGzipped && header.tileType === TileType.Mvt;

  return async (z, x, y) => {
    if (!isTile(source, z, x, y)) return null;
    try {
      const found = await archive.getZxy(z, x, y);
      if (found === undefined) return null;
      const stored = Buffer.from(found.data);
      const bytes = needsGzip ? await gzipped(stored) : stored;
      return { bytes, contentType, contentEncoding: isGzipped || needsGzip ? 'gzip' : null };
    } catch (error) {
      log.warn(`A tile of the map file can't be read: ${error instanceof Error ? error.message : String(error)}.`);
      throw new TileUnavailable();
    }
  };
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

/** Street maps have one of two schemas, with different names of layers. */
function schemaOf(layers: ReadonlySet<unknown>): MapSource['kind'] {
  if (layers.has('transportation') || layers.has('place')) return 'openmaptiles';
  if (layers.has('roads') || layers.has('places')) return 'protomaps';
  throw new Error('its layers are neither those of OpenMapTiles nor those of Protomaps, and no others can be drawn');
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", copy: '©', nbsp: ' ' };

/** Converts an attribution from HTML to the plain text shown on the map. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (signs[name ?? ''] ?? whole) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
    )
    .replace(/\s+/g, ' ')
    .trim();
}
