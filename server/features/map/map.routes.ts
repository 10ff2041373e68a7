// Routes of the base map's source description and tiles.
import type { FastifyInstance } from 'fastify';
import { map } from '#shared/contract/map.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import { problem } from '#server/http/problems.ts';
import { TileUnavailable } from '#server/outside/map-tile.ts';
import type { World } from '#server/world.ts';

/** A missing tile's cache time, shorter for a tile server, which may add it. */
const missingTileSeconds = { raster: 3_600, other: 604_800 };

export function mapRoutes(app: FastifyInstance, { baseMap }: World): void {
  const { about } = baseMap;
  const cacheFor = (seconds: number) => ({ 'cache-control': `private, max-age=${seconds}` });

  mount(app, map.getSource, () => about);
  mount(app, map.getTile, async ({ params: { version, z, x, y } }) => {
    if (version !== about.version) throw problem('not-found');
    const tile = await baseMap.tile(z, x, y).catch((error: unknown) => {
      throw error instanceof TileUnavailable ? problem('overloaded') : error;
    });
    if (tile === null)
      return new RawReply('', cacheFor(about.kind === 'raster' ? missingTileSeconds.raster : missingTileSeconds.other), 204);
    return new RawReply(tile.bytes, {
      ...cacheFor(tile.freshSeconds),
      'content-type': tile.contentType,
      ...(tile.contentEncoding && { 'content-encoding': tile.contentEncoding }),
    });
  });
}
