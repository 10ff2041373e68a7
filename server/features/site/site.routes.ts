// Routes of ping, health, version and the API description.
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#shared/contract/index.ts';
import { site } from '#shared/contract/site.ts';
import { mountOpen, RawReply } from '#server/http/mount.ts';
import { openapiOf } from '#server/http/openapi.ts';
import type { ServerReadiness } from '#server/http/readiness.ts';
import { readVersion } from '#server/outside/version.ts';

export async function siteRoutes(app: FastifyInstance, readiness: Pick<ServerReadiness, 'now'>): Promise<void> {
  const version = await readVersion();
  let openapi = '';
  mountOpen(app, site.getPing, () => ({ ok: true as const }));
  mountOpen(app, site.getLive, () => ({ status: 'live' as const }));
  mountOpen(app, site.getReady, async () => {
    const state = await readiness.now();
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    return state.status === 'ready' ? { status: state.status } : new RawReply(JSON.stringify(state), headers, 503);
  });
  mountOpen(app, site.getVersion, () => version);
  mountOpen(app, site.getOpenapi, () => {
    openapi ||= JSON.stringify(openapiOf(allEndpoints, 'Community API'));
    return new RawReply(openapi, { 'content-type': 'application/json; charset=utf-8' });
  });
}
