// The call for base map tiles.
import type { FastifyInstance } from 'fastify';
import { map } from '#shared/contract/map.ts';
import { mount, Ready } from '../../http/mount.ts';
import type { World } from '../../world.ts';

export function mapRoutes(app: FastifyInstance, { baseMap }: World): void {
  const etag = `"${baseMap.version}"`;
  const headers = { etag, 'cache-control': 'private, max-age=604800' };
  mount(app, map.getTile, async ({ params, request }) => {
    if (request.headers['if-none-match'] === etag) return new Ready('', headers, 304);
    const tile = await baseMap.tile(params.z, params.x, params.y);
    if (tile === null) return new Ready('', headers, 204);
    return new Ready(tile, { ...headers, 'content-type': baseMap.contentType, 'content-encoding': baseMap.contentEncoding });
  });
}
