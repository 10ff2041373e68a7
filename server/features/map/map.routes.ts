// Routes of the base map: its source, its tiles, and a picture of the caller's area.
import type { FastifyInstance } from 'fastify';
import { map } from '#shared/contract/map.ts';
import { mapColours } from '#shared/rules/map-colours.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import { problem } from '#server/http/problems.ts';
import type { PositionsService } from '#server/features/positions/positions.service.ts';
import { TileUnavailable } from '#server/outside/map-tile.ts';
import type { World } from '#server/world.ts';

const mayBeKept = { [offlineCopyHeader]: 'allowed' };

export function mapRoutes(
  app: FastifyInstance,
  { baseMap }: World,
  { positions }: { readonly positions: Pick<PositionsService, 'publishedOf'> },
): void {
  const { source } = baseMap;

  mount(app, map.getSource, () => source);
  mount(app, map.getTile, async ({ params: { version, z, x, y } }) => {
    if (version !== source.version) throw problem('not-found');
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

  mount(app, map.getArea, async ({ caller: { profileId }, query: { theme, width = 640, height = 240 }, request }) => {
    const middle = positions.publishedOf(profileId);
    const colours = mapColours(theme, request.brand.colours.accent[theme]);
    const picture = middle && (await baseMap.area?.({ middle, width, height, colours }).catch(() => null));
    return picture ? new RawReply(picture, { 'content-type': 'image/svg+xml' }) : new RawReply('', {}, 204);
  });
}
