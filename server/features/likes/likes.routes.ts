// Routes of likes of profiles.
import type { FastifyInstance } from 'fastify';
import { likes } from '#shared/contract/likes.ts';
import { mount } from '#server/http/mount.ts';
import type { LikesService } from './likes.service.ts';

export function likesRoutes(app: FastifyInstance, service: LikesService): void {
  mount(app, likes.getProfileLike, ({ caller, query }) =>
    service.find(caller.profileId, query.likerProfileId, query.likedProfileId),
  );
  mount(app, likes.putProfileLike, ({ body }) => service.put(body.likerProfileId, body.likedProfileId, body));
  mount(app, likes.getLikesByLiker, ({ params, query }) =>
    query.blocked ? service.blockedBy(params.id, query.before) : service.likedBy(params.id, query.before),
  );
  mount(app, likes.getLikesByLiked, ({ params, query }) => service.likersOf(params.id, query.before));
}
