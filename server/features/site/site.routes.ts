// Routes of ping, health, version, the API description and the address at which passwords are changed.
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#shared/contract/index.ts';
import { site } from '#shared/contract/site.ts';
import { mountOpen, RawReply } from '#server/http/mount.ts';
import { openapiOf } from '#server/http/openapi.ts';
import { problem } from '#server/http/problems.ts';
import { readVersion } from '#server/outside/version.ts';
import type { ServerLoadService } from '#server/features/admin/server-load.service.ts';
import type { World } from '#server/world.ts';

export async function siteRoutes(
  app: FastifyInstance,
  { limits }: Pick<World, 'limits'>,
  load: ServerLoadService,
): Promise<void> {
  const version = await readVersion();
  let openapi = '';
  mountOpen(app, site.getPing, () => ({ ok: true as const }));
  mountOpen(app, site.getLive, () => ({ status: 'live' as const }));
  mountOpen(app, site.getReady, async () => {
    const sample = await load.sampleInTime();
    if (sample === null || sample.readMs === null || sample.writeMs === null) throw problem('database-unavailable');
    if (sample.diskFreeBytes === null || sample.diskFreeBytes < limits.diskFreeBytesLeast) throw problem('disk-full');
    return { status: 'ready' as const };
  });
  mountOpen(app, site.getVersion, () => version);
  mountOpen(app, site.getOpenapi, () => {
    openapi ||= JSON.stringify(openapiOf(allEndpoints, 'Community API'));
    return new RawReply(openapi, { 'content-type': 'application/json; charset=utf-8' });
  });
  // Password managers open it, also for visitors, whom the page takes to the login first.
  const toPassword = { config: { openBecause: 'it only names the page on which a password is changed' } };
  app.get('/.well-known/change-password', toPassword, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/settings#account', 302),
  );
}
