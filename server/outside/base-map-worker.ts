// The worker thread that cuts the tiles of the base map, so that the event loop stays free.
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { readBaseMapData } from './base-map-data.ts';
import { createTileCutter } from './base-map-tiles.ts';

export type TileQuestion = { id: number; z: number; x: number; y: number };
export type TileAnswer = { id: number; bytes: Uint8Array | null } | { id: number; failure: string };

const cutTile = createTileCutter(readBaseMapData());

parentPort?.on('message', ({ id, z, x, y }: TileQuestion) => parentPort?.postMessage(answerTo(id, z, x, y)));

function answerTo(id: number, z: number, x: number, y: number): TileAnswer {
  try {
    const tile = cutTile(z, x, y);
    return { id, bytes: tile && gzipSync(tile, { level: 9 }) };
  } catch (error) {
    return { id, failure: String(error) };
  }
}
