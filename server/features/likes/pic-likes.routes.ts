// Routes of likes of pictures.
import type { FastifyInstance } from 'fastify';
import { likes } from '#shared/contract/likes.ts';
import { mount } from '#server/http/mount.ts';
import type { PicLikesService } from './pic-likes.service.ts';

export function picLikesRoutes(app: FastifyInstance, service: PicLikesService): void {
  mount(app, likes.putProfilePicLike, ({ caller, body }) =>
    service.put(caller, body.profilePicId, body.profilePicProfileId, body.likeType),
  );
  mount(app, likes.getPicLikesByLiker, ({ params, query }) =>
    service.likedBy(params.id, query.before, query.profilePicProfileId),
  );
  mount(app, likes.getPicLikesByLiked, ({ params, query }) => service.likesOf(params.id, query.before));
}
