// Routes of muted conversations.
import type { FastifyInstance } from 'fastify';
import { mutes } from '#shared/contract/mutes.ts';
import { mount } from '#server/http/mount.ts';
import type { MutesService } from './mutes.service.ts';

export function mutesRoutes(app: FastifyInstance, service: MutesService): void {
  mount(app, mutes.getMutes, ({ caller }) => service.list(caller.profileId));
  mount(app, mutes.putMute, ({ caller, body }) => service.put(caller.profileId, body.profileId, body.lastsMs));
}
