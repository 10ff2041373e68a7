// Routes of ping, health, version, the API description and the address at which passwords are changed.
import type { FastifyInstance } from 'fastify';
import { descriptions } from '#shared/contract/descriptions.ts';
import { namedEndpoints } from '#shared/contract/index.ts';
import { site } from '#shared/contract/site.ts';
import { ownOrigin } from '#server/http/guards.ts';
import { mountOpen, RawReply } from '#server/http/mount.ts';
import type { ServerReadiness } from '#server/http/readiness.ts';
import { asyncapiOf } from '#server/openapi/asyncapi.ts';
import { openapiOf } from '#server/openapi/openapi.ts';
import type { World } from '#server/world.ts';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

export function siteRoutes(
  app: FastifyInstance,
  { version }: Pick<World, 'version'>,
  readiness: Pick<ServerReadiness, 'now'>,
): void {
  let openapi: ((origin: string) => string) | null = null;
  let asyncapi: ((origin: string) => object) | null = null;
  mountOpen(app, site.getPing, () => ({ ok: true as const }));
  mountOpen(app, site.getLive, () => ({ status: 'live' as const }));
  mountOpen(app, site.getReady, async () => {
    const state = await readiness.now();
    return state.status === 'ready' ? { status: state.status } : new RawReply(JSON.stringify(state), jsonHeaders, 503);
  });
  mountOpen(app, site.getVersion, () => version);

  mountOpen(app, descriptions.getOpenapi, ({ request }) => {
    openapi ??= openapiOf(namedEndpoints);
    return new RawReply(openapi(ownOrigin(request)), jsonHeaders);
  });
  mountOpen(app, descriptions.getAsyncapi, ({ request }) => {
    asyncapi ??= asyncapiOf();
    return new RawReply(JSON.stringify(asyncapi(ownOrigin(request))), jsonHeaders);
  });
  // Password managers open this address, even for visitors, whom the page first takes to the login.
  const toPassword = { config: { openBecause: 'it only names the page on which a password is changed' } };
  app.get('/.well-known/change-password', toPassword, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/settings#account', 302),
  );
}
