// Routes for sharing private pictures.
import type { FastifyInstance } from 'fastify';
import { grants } from '#shared/contract/grants.ts';
import { mount } from '#server/http/mount.ts';
import type { GrantsService } from './grants.service.ts';

export function grantsRoutes(app: FastifyInstance, service: GrantsService): void {
  mount(app, grants.getPicGrants, ({ caller, query }) => service.list(caller.profileId, query.profileId));
  mount(app, grants.putPicGrant, ({ caller, body }) => service.put(caller.profileId, body.profileId, body.lastsMs));
  mount(app, grants.deletePicGrants, async ({ caller, query }) => {
    await service.remove(caller.profileId, query.profileId);
    return undefined;
  });
}
