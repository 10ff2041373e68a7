// Routes of searches for members. The index builds the bytes of the replies.
import type { FastifyInstance } from 'fastify';
import { nearby } from '#shared/contract/nearby.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import type { LikesService } from '#server/features/likes/likes.service.ts';
import type { NearbyService } from './nearby.service.ts';

export function nearbyRoutes(app: FastifyInstance, service: NearbyService, likes: Pick<LikesService, 'ratedBy'>): void {
  // A service searches only after it has awaited everything else, and its result is sent at once.
  mount(app, nearby.getNearest, async ({ caller, query }) => {
    const excludedChats = await service.excludedChats(caller, query);
    const rated = new Set(query.unrated === true ? await likes.ratedBy(caller.profileId) : []);
    return new RawReply(await service.nearest(caller, query, excludedChats, rated));
  });
  mount(app, nearby.getNearestCount, async ({ caller, query }) =>
    service.countNearest(caller, query, await service.excludedChats(caller, query)),
  );
  mount(app, nearby.getDetails, ({ caller, query }) => service.details(caller, query));
  mount(app, nearby.getOnline, ({ caller, query }) => service.online(caller, query));
  mount(app, nearby.getByBounds, async ({ caller, query }) => {
    const excludedChats = await service.excludedChats(caller, query);
    return new RawReply(await service.byBounds(caller, query, excludedChats));
  });
  mount(app, nearby.getBySector, async ({ caller, params, query }) => {
    const excludedChats = await service.excludedChats(caller, query);
    return new RawReply(await service.bySector(caller, params.sector, query, excludedChats));
  });
  mount(app, nearby.getAggregates, ({ caller, query }) => new RawReply(service.aggregates(caller, query)));
}
