// Writes small PMTiles files, version 3, and vector tiles of an invented town in either of the two common schemas.
import { writeFile } from 'node:fs/promises';
import { gzipSync, brotliCompressSync, zstdCompressSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import { fromGeojsonVt, type EncodableFeature } from 'vt-pbf';

const headerBytes = 127;
/** In the order of their codes. */
const compressions = ['unknown', 'none', 'gzip', 'brotli', 'zstd'] as const;
const tileTypes = ['unknown', 'mvt', 'png', 'jpeg', 'webp', 'avif', 'mlt'] as const;
type Compression = (typeof compressions)[number];
type TileType = (typeof tileTypes)[number];

interface WrittenTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: Uint8Array;
}

export interface PmtilesOptions {
  readonly tiles: readonly WrittenTile[];
  readonly metadata: object;
  readonly tileType?: TileType;
  /** Of directories, metadata and tiles. */
  readonly compression?: Compression;
  /** The number of entries in each directory of the second level; without it, all entries are in the root. */
  readonly leafEntries?: number;
}

const packers: Record<Compression, (bytes: Uint8Array) => Uint8Array> = {
  unknown: (bytes) => bytes,
  none: (bytes) => bytes,
  gzip: gzipSync,
  brotli: brotliCompressSync,
  zstd: zstdCompressSync,
};

export async function writePmtiles(file: string, options: PmtilesOptions): Promise<void> {
  await writeFile(file, pmtilesBytes(options));
}

export function pmtilesBytes({
  tiles,
  metadata,
  tileType = 'mvt',
  compression = 'gzip',
  leafEntries = Infinity,
}: PmtilesOptions): Buffer {
  const packed = packers[compression];
  const inOrder = tiles
    .map((tile) => ({ tileId: zxyToTileId(tile.z, tile.x, tile.y), bytes: packed(tile.bytes) }))
    .sort((one, other) => one.tileId - other.tileId);
  let offset = 0;
  const entries = inOrder.map(({ tileId, bytes }): WrittenEntry => {
    const entry = { tileId, runLength: 1, length: bytes.length, offset };
    offset += bytes.length;
    return entry;
  });

  const leaves: Uint8Array[] = [];
  let leavesLength = 0;
  const isFlat = entries.length <= leafEntries;
  const root = isFlat ? entries : [];
  for (let at = 0; !isFlat && at < entries.length; at += leafEntries) {
    const part = entries.slice(at, at + leafEntries);
    const leaf = packed(directoryBytes(part));
    root.push({ tileId: part[0]?.tileId ?? 0, runLength: 0, length: leaf.length, offset: leavesLength });
    leaves.push(leaf);
    leavesLength += leaf.length;
  }

  const sections = [
    packed(directoryBytes(root)),
    packed(Buffer.from(JSON.stringify(metadata))),
    Buffer.concat(leaves),
    Buffer.concat(inOrder.map(({ bytes }) => bytes)),
  ];
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  let start = headerBytes;
  sections.forEach((section, index) => {
    header.writeBigUInt64LE(BigInt(start), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(section.length), 16 + 16 * index);
    start += section.length;
  });
  header[97] = header[98] = compressions.indexOf(compression);
  header[99] = tileTypes.indexOf(tileType);
  const zooms = tiles.map(({ z }) => z);
  header[100] = Math.min(...zooms);
  header[101] = Math.max(...zooms);
  return Buffer.concat([header, ...sections]);
}

type WrittenEntry = { tileId: number; runLength: number; length: number; offset: number };

function directoryBytes(entries: readonly WrittenEntry[]): Uint8Array {
  const bytes: number[] = [];
  const put = (number: number): void => {
    let value = number;
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  };
  put(entries.length);
  entries.forEach(({ tileId }, index) => put(tileId - (entries[index - 1]?.tileId ?? 0)));
  for (const { runLength } of entries) put(runLength);
  for (const { length } of entries) put(length);
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1];
    put(before && before.offset + before.length === offset ? 0 : offset + 1);
  });
  return Uint8Array.from(bytes);
}

/** Encodes features by layer. Their coordinates are from 0 to 4,096 along each side of the tile. */
function mvtTile(layers: Record<string, EncodableFeature[]>): Uint8Array {
  const entries = Object.entries(layers).map(([name, features]) => [name, { features }] as const);
  return fromGeojsonVt(Object.fromEntries(entries), { version: 2, extent: 4096 });
}

const river: [number, number][][] = [
  [
    [0, 2_900],
    [1_500, 2_700],
    [2_600, 3_200],
    [4_096, 2_800],
    [4_096, 3_150],
    [2_600, 3_550],
    [1_500, 3_050],
    [0, 3_250],
    [0, 2_900],
  ],
];
const park: [number, number][][] = [
  [
    [500, 600],
    [1_500, 600],
    [1_500, 1_500],
    [500, 1_500],
    [500, 600],
  ],
];
const streets: [kind: 'main' | 'side', line: [number, number][]][] = [
  [
    'main',
    [
      [0, 2_000],
      [4_096, 2_100],
    ],
  ],
  [
    'main',
    [
      [2_050, 0],
      [2_000, 4_096],
    ],
  ],
  ...[400, 1_600, 2_700, 3_600].map((at): ['side', [number, number][]] => [
    'side',
    [
      [at, 0],
      [at, 4_096],
    ],
  ]),
  ...[500, 1_550, 3_700].map((at): ['side', [number, number][]] => [
    'side',
    [
      [0, at],
      [4_096, at],
    ],
  ]),
];
const houses: [number, number][][] = [700, 1_050, 2_250, 3_000].map((x) => [
  [x, 1_700],
  [x + 250, 1_700],
  [x + 250, 1_900],
  [x, 1_900],
  [x, 1_700],
]);

/** A tile of a small town with a river in the OpenMapTiles schema. */
export function townOfOpenMapTiles(name: string): Uint8Array {
  return mvtTile({
    water: [{ type: 3, tags: { class: 'river' }, geometry: river }],
    park: [{ type: 3, tags: { class: 'public_park' }, geometry: park }],
    building: houses.map((ring) => ({ type: 3, tags: null, geometry: [ring] })),
    transportation: streets.map(([kind, line]) => ({
      type: 2,
      tags: { class: kind === 'main' ? 'primary' : 'minor' },
      geometry: [line],
    })),
    transportation_name: streets.slice(0, 1).map(([, line]) => ({
      type: 2,
      tags: { class: 'primary', name: `${name} Road` },
      geometry: [line],
    })),
    place: [{ type: 1, tags: { class: 'town', name, rank: 8 }, geometry: [[2_048, 2_048]] }],
  });
}

/** The same town in the Protomaps schema. */
export function townOfProtomaps(name: string): Uint8Array {
  const whole: [number, number][] = [
    [0, 0],
    [4_096, 0],
    [4_096, 4_096],
    [0, 4_096],
    [0, 0],
  ];
  return mvtTile({
    earth: [{ type: 3, tags: { kind: 'earth' }, geometry: [whole] }],
    water: [{ type: 3, tags: { kind: 'river' }, geometry: river }],
    landuse: [{ type: 3, tags: { kind: 'park' }, geometry: park }],
    buildings: houses.map((ring) => ({ type: 3, tags: { kind: 'building' }, geometry: [ring] })),
    roads: streets.map(([kind, line]) => ({
      type: 2,
      tags: { kind: kind === 'main' ? 'major_road' : 'minor_road', name: `${name} Road` },
      geometry: [line],
    })),
    places: [{ type: 1, tags: { kind: 'locality', name, population_rank: 8 }, geometry: [[2_048, 2_048]] }],
  });
}

export const metadataOf = {
  openmaptiles: {
    attribution: '<a href="https://example.org/">&copy; Example Mapmakers</a>',
    vector_layers: ['water', 'park', 'building', 'transportation', 'transportation_name', 'place'].map((id) => ({ id })),
  },
  protomaps: {
    attribution: '&copy; Example Mapmakers',
    vector_layers: ['earth', 'water', 'landuse', 'buildings', 'roads', 'places'].map((id) => ({ id })),
  },
};
