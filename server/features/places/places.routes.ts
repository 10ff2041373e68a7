// Routes of the search for cities and areas by name.
import type { FastifyInstance } from 'fastify';
import { places } from '#shared/contract/places.ts';
import { mount } from '#server/http/mount.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';

export function placesRoutes(app: FastifyInstance, { placeNames, limits }: World): void {
  mount(app, places.getPlaces, ({ query: { q, lat, lon } }) => {
    if ((lat === undefined) !== (lon === undefined)) throw problem('bad-request', { message: 'Send lat and lon together.' });
    const near = lat === undefined || lon === undefined ? null : { lat, lon };
    return placeNames.search(q, near, limits.foundPlaces);
  });
}
