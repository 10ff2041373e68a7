// The worker thread that cuts base map tiles and draws areas, to keep the event loop free.
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { type Area, drawArea } from './area-picture.ts';
import { readBaseMapData } from './base-map-data.ts';
import { createTileLayers, encodeTile } from './base-map-tiles.ts';

export type MapQuestion = { readonly tile: { z: number; x: number; y: number } } | { readonly area: Area };
export type NumberedQuestion = MapQuestion & { readonly id: number };
export type MapAnswer = { id: number; bytes: Uint8Array | null } | { id: number; failure: string };

const layersOf = createTileLayers(readBaseMapData());

parentPort?.on('message', (question: NumberedQuestion) => parentPort?.postMessage(answerTo(question)));

function answerTo(question: NumberedQuestion): MapAnswer {
  const { id } = question;
  try {
    return { id, bytes: bytesOf(question) };
  } catch (error) {
    return { id, failure: String(error) };
  }
}

function bytesOf(question: MapQuestion): Uint8Array | null {
  if ('area' in question) return Buffer.from(drawArea(layersOf, question.area));
  const { z, x, y } = question.tile;
  const tile = encodeTile(layersOf(z, x, y));
  return tile && gzipSync(tile, { level: 9 });
}
