// A base map of a tile server's pictures: our server asks for the members, and keeps what it got.
import { createHash } from 'node:crypto';
import type { MapSource } from '#shared/contract/map.ts';
import { limitedPlaces } from './limited-places.ts';
import { isTile, TileUnavailable } from './map-tile.ts';
import { tileServer, type TileServer } from './tile-server.ts';
import { openTileStore, type StoredTile } from './tile-store.ts';
import type { BaseMap, BaseMapSurroundings, MapTile, RasterSettings } from './base-map.ts';

/** Tiles under way at once, and how many may wait for their turn: a screen asks for some forty. */
const askedMost = 8;
const waitingMost = 400;
/** So long a member waits for a fresh tile while an old one is there, in ms. */
const patienceMs = 1_500;
/** Each refused tile would else be a line of the log. */
const warnEveryMs = 60_000;
/** What browsers keep themselves. */
const browserMostSeconds = 7 * 86_400;
const browserLeastSeconds = 60;

export async function openRasterMap(
  { urlTemplate, attribution, zoomMost, cacheBytes }: RasterSettings,
  { cacheDir, log, now }: BaseMapSurroundings,
  server: TileServer = tileServer(urlTemplate),
): Promise<BaseMap> {
  const version = createHash('sha256').update(urlTemplate).digest('base64url').slice(0, 12).replaceAll('-', '_');
  const about: MapSource = { kind: 'raster', version, zoomLeast: 0, zoomMost, attribution };
  const store = await openTileStore({ dir: cacheDir, source: version, mostBytes: cacheBytes, now });
  const places = limitedPlaces(askedMost, waitingMost);
  const underWay = new Map<string, Promise<StoredTile>>();
  const { host } = new URL(urlTemplate);
  let restsUntilMs = 0;
  let warnedMs = -Infinity;

  /** @throws TileUnavailable */
  async function refreshed(z: number, x: number, y: number, kept: StoredTile | null): Promise<StoredTile> {
    if (now() < restsUntilMs || !(await places.take())) throw new TileUnavailable();
    const answer = await server.ask({ z, x, y }, kept).finally(() => places.leave());
    if (answer.kind === 'trouble') {
      restsUntilMs = Math.max(restsUntilMs, now() + answer.restMs);
      if (now() >= warnedMs + warnEveryMs) {
        warnedMs = now();
        log.warn(`The tile server ${host} did not give a tile: ${answer.reason}.`);
      }
      throw new TileUnavailable();
    }
    const freshUntilMs = now() + answer.freshMs;
    const nothing = { contentType: null, etag: null, lastModified: null, bytes: Buffer.alloc(0) };
    const tile = answer.kind === 'tile' ? answer : answer.kind === 'unchanged' && kept !== null ? kept : nothing;
    const { contentType, etag, lastModified, bytes } = tile;
    const fresh: StoredTile = { contentType, etag, lastModified, bytes, freshUntilMs };
    // A full disk is no reason to show nothing.
    if (answer.mayBeKept) await store.put(z, x, y, fresh).catch(() => log.warn('A map tile could not be kept on disk.'));
    return fresh;
  }

  /** Many who want the same tile are one request. */
  function ask(z: number, x: number, y: number, kept: StoredTile | null): Promise<StoredTile> {
    const key = `${z}/${x}/${y}`;
    const waiting = underWay.get(key) ?? refreshed(z, x, y, kept).finally(() => underWay.delete(key));
    underWay.set(key, waiting);
    return waiting;
  }

  function shown({ contentType, bytes, freshUntilMs }: StoredTile): MapTile | null {
    if (contentType === null) return null;
    const secondsLeft = Math.round((freshUntilMs - now()) / 1_000);
    const freshSeconds = Math.max(browserLeastSeconds, Math.min(browserMostSeconds, secondsLeft));
    return { bytes, contentType, contentEncoding: null, freshSeconds };
  }

  return {
    about,
    async tile(z, x, y) {
      if (!isTile(about, z, x, y)) return null;
      const kept = await store.get(z, x, y);
      if (kept !== null && now() < kept.freshUntilMs) return shown(kept);
      const asked = ask(z, x, y, kept);
      if (kept === null) return shown(await asked);
      return shown(await Promise.race([asked.catch(() => kept), after(patienceMs, kept)]));
    },
    async close() {
      await Promise.allSettled(underWay.values());
    },
  };
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref());
}
