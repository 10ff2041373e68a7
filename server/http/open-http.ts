// Opens Fastify with limits, plugins, headers and error handling.
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { World } from '#server/world.ts';
import { limitBodyTimes } from './body-times.ts';
import { trackReceivedCalls } from './received-calls.ts';
import { handleError, problem, sendProblem } from './problems.ts';
import type { ServerReadiness } from './readiness.ts';
import type { StartingServer } from './starting-server.ts';

z.config(z.locales.en());

export async function openHttp(
  { limits, config, log }: Pick<World, 'limits' | 'config' | 'log'>,
  readiness: ServerReadiness,
  listening?: StartingServer,
): Promise<FastifyInstance> {
  const app = fastify<Server>({
    ...(listening === undefined ? {} : { serverFactory: (handler: RequestListener) => listening.handOver(handler) }),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests are not logged, so they need no logger of their own.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy,
    bodyLimit: limits.jsonBytes,
    requestTimeout: limits.longestUploadMs,
    connectionTimeout: limits.connectionTimeoutMs,
    keepAliveTimeout: limits.connectionTimeoutMs,
    http: { headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: limits.connectionsCheckMs },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Before connections are closed, the received calls are answered; see below.
    forceCloseConnections: true,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // A parameter may be as long as a request line, because the contract checks ids after the session.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: handleError,
  });
  app.server.maxConnections = limits.maxConnections;
  app.server.on('connection', keepAddress);
  const receivedCalls = trackReceivedCalls(app.server);
  app.decorate('bodyTimes', limitBodyTimes(app.server, limits));
  app.addHook('preClose', () => {
    readiness.closing();
    return receivedCalls.drain(limits.lastAnswersMs);
  });
  app.decorateReply('problemCode', null);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, problem('not-found')));
  app.addHook('onRoute', refuseUndeclared);
  // Without a promise, because this runs for every request.
  app.addHook('onSend', (_request, reply, payload, done) => {
    void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    if (!reply.hasHeader('cross-origin-resource-policy')) void reply.header('cross-origin-resource-policy', 'same-origin');
    done(null, payload);
  });
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: limits.pictureUploadBytes, files: 1, fields: 10, fieldSize: 4_096, parts: 12, headerPairs: 50 },
  });
  return app;
}

/** Stores the address, because Node forgets it when a connection is reset, and its requests may still be handled. */
function keepAddress(socket: Socket): void {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) socket.destroy();
  else Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
}

/** Makes startup fail if a route has no endpoint and no reason to be open to everybody. */
function refuseUndeclared(route: { url: string; config?: { endpoint?: unknown; openBecause?: unknown } | undefined }): void {
  if (route.config?.endpoint === undefined && route.config?.openBecause === undefined)
    throw new Error(`The route ${route.url} declares no policy.`);
}
