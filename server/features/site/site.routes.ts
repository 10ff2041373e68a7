// Routes of ping, version and the API description.
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#shared/contract/index.ts';
import { site } from '#shared/contract/site.ts';
import { mountOpen, RawReply } from '#server/http/mount.ts';
import { openapiOf } from '#server/http/openapi.ts';
import { readVersion } from '#server/outside/version.ts';

export async function siteRoutes(app: FastifyInstance): Promise<void> {
  const version = await readVersion();
  let openapi = '';
  mountOpen(app, site.getPing, () => ({ ok: true as const }));
  mountOpen(app, site.getVersion, () => version);
  mountOpen(app, site.getOpenapi, () => {
    openapi ||= JSON.stringify(openapiOf(allEndpoints, 'Community API'));
    return new RawReply(openapi, { 'content-type': 'application/json; charset=utf-8' });
  });
}
