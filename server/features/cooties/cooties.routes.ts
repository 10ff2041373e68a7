// Routes of Cooties, the glitter game.
import type { FastifyInstance } from 'fastify';
import { cooties } from '#shared/contract/community.ts';
import { mount } from '#server/http/mount.ts';
import type { CootiesService } from './cooties.service.ts';

export function cootiesRoutes(app: FastifyInstance, service: CootiesService): void {
  mount(app, cooties.getCooties, ({ caller }) => service.find(caller.profileId));
  mount(app, cooties.putCooties, ({ caller, body }) => service.play(caller.profileId, body.isPlaying));
}
