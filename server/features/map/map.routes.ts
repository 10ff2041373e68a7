// Routes of the base map's source description and tiles.
import type { FastifyInstance } from 'fastify';
import { map } from '#shared/contract/map.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import { problem } from '#server/http/problems.ts';
import { TileUnavailable } from '#server/outside/map-tile.ts';
import type { World } from '#server/world.ts';

const mayBeKept = { [offlineCopyHeader]: 'allowed' };

export function mapRoutes(app: FastifyInstance, { baseMap }: World): void {
  const { about } = baseMap;

  mount(app, map.getSource, () => about);
  mount(app, map.getTile, async ({ params: { version, z, x, y } }) => {
    if (version !== about.version) throw problem('not-found');
    const tile = await baseMap.tile(z, x, y).catch((error: unknown) => {
      throw error instanceof TileUnavailable ? problem('overloaded') : error;
    });
    if (tile === null) return new RawReply('', mayBeKept, 204);
    return new RawReply(tile.bytes, {
      ...mayBeKept,
      'content-type': tile.contentType,
      ...(tile.contentEncoding && { 'content-encoding': tile.contentEncoding }),
    });
  });
}
