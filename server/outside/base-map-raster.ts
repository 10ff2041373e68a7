// A base map of raster tiles from a tile server. This server requests the tiles for its members, and caches them on disk.
import { createHash } from 'node:crypto';
import type { MapSource } from '#shared/contract/map.ts';
import { createSemaphore } from './semaphore.ts';
import { isTile, TileUnavailable } from './map-tile.ts';
import { tileServer, type TileServer } from './tile-server.ts';
import { openTileStore, type StoredTile } from './tile-store.ts';
import type { BaseMap, BaseMapContext, MapTile, RasterSettings } from './map-tile.ts';

/** How many requests run at once, and how many wait. A screen shows about forty tiles. */
const maxConcurrent = 8;
const maxWaiting = 400;
/** A member waits this long for a fresh tile. After that they get the old one from the cache. */
const staleAfterMs = 1_500;
/** The shortest time between two warnings of a kind in the log, because many tiles may fail at once. */
const warnEveryMs = 60_000;

export async function openRasterMap(
  { urlTemplate, attribution, zoomMost, cacheBytes }: RasterSettings,
  { cacheDir, log, now }: BaseMapContext,
  server: TileServer = tileServer(urlTemplate, { now }),
): Promise<BaseMap> {
  const version = createHash('sha256').update(urlTemplate).digest('base64url').slice(0, 12).replaceAll('-', '_');
  const source: MapSource = { kind: 'raster', version, zoomLeast: 0, zoomMost, attribution };
  const store = await openTileStore({ dir: cacheDir, source: version, maxBytes: cacheBytes, now });
  const requests = createSemaphore(maxConcurrent, maxWaiting);
  const pending = new Map<string, Promise<StoredTile>>();
  const { host } = new URL(urlTemplate);
  let pausedUntilMs = 0;
  const throttled = () => {
    let warnedMs = -Infinity;
    return (text: string): void => {
      if (now() < warnedMs + warnEveryMs) return;
      warnedMs = now();
      log.warn(text);
    };
  };
  const [warnOfServer, warnOfDisk] = [throttled(), throttled()];

  /** @throws TileUnavailable */
  async function ask(z: number, x: number, y: number, kept: StoredTile | null) {
    if (now() < pausedUntilMs || !(await requests.acquire())) throw new TileUnavailable();
    try {
      // The server may have failed while this request waited for its turn.
      if (now() < pausedUntilMs) throw new TileUnavailable();
      const answer = await server.ask({ z, x, y }, kept);
      if (answer.kind !== 'failure') return answer;
      pausedUntilMs = Math.max(pausedUntilMs, now() + answer.pauseMs);
      warnOfServer(`The tile server ${host} did not return a tile: ${answer.reason}.`);
      throw new TileUnavailable();
    } finally {
      requests.release();
    }
  }

  /** @throws TileUnavailable */
  async function fetchTile(z: number, x: number, y: number, kept: StoredTile | null): Promise<StoredTile> {
    const answer = await ask(z, x, y, kept);
    const freshUntilMs = now() + answer.freshMs;
    const noTile = { contentType: null, etag: null, lastModified: null, bytes: Buffer.alloc(0) };
    const tile = answer.kind === 'tile' ? answer : answer.kind === 'unchanged' && kept !== null ? kept : noTile;
    const { contentType, etag, lastModified, bytes } = tile;
    const fresh: StoredTile = { contentType, etag, lastModified, bytes, freshUntilMs };
    // If the disk is full, the tile is served without being stored.
    if (answer.mayBeStored) await store.put(z, x, y, fresh).catch(() => warnOfDisk('A map tile could not be cached on disk.'));
    return fresh;
  }

  /** Requests for the same tile that run at once share one request to the tile server. */
  function fetchOnce(z: number, x: number, y: number, kept: StoredTile | null): Promise<StoredTile> {
    const key = `${z}/${x}/${y}`;
    const waiting = pending.get(key) ?? fetchTile(z, x, y, kept).finally(() => pending.delete(key));
    pending.set(key, waiting);
    return waiting;
  }

  const mapTileOf = ({ contentType, bytes }: StoredTile): MapTile | null =>
    contentType === null ? null : { bytes, contentType, contentEncoding: null };

  return {
    source,
    async tile(z, x, y) {
      if (!isTile(source, z, x, y)) return null;
      const kept = await store.get(z, x, y);
      if (kept !== null && now() < kept.freshUntilMs) return mapTileOf(kept);
      const request = fetchOnce(z, x, y, kept);
      if (kept === null) return mapTileOf(await request);
      return mapTileOf(await Promise.race([request.catch(() => kept), after(staleAfterMs, kept)]));
    },
    async close() {
      await Promise.allSettled(pending.values());
    },
  };
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref());
}
