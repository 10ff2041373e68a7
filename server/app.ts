// Composes the server from HTTP, services, routes and sweeps.
import type { FastifyInstance } from 'fastify';
import { openEpochs } from './db/epochs.ts';
import { createKnownBrowsersService } from './features/session/known-browsers.service.ts';
import { createSessionsService } from './features/session/sessions.service.ts';
import { openVisibility } from './features/visibility/visibility.service.ts';
import { observeCalls, type CallObserver } from './http/finished-calls.ts';
import { installGuards } from './http/guards.ts';
import { requireLease } from './http/lease-check.ts';
import { readMarks } from './http/known-browser-cookie.ts';
import { openHttp } from './http/open-http.ts';
import { watchProxy } from './http/proxy-headers.ts';
import { ServerReadiness } from './http/readiness.ts';
import type { StartingServer } from './http/starting-server.ts';
import { clientFiles } from './http/static-client.ts';
import { broadcastLive } from './live-broadcasts.ts';
import { sendChangedMessages } from './live/changed-messages.ts';
import { createCursors } from './live/cursors.ts';
import { openHub } from './live/hub.ts';
import { acceptUpgrades, liveSocket } from './live/socket.ts';
import { accessLog } from './operations/access-log.ts';
import type { Operations } from './operations/operations-server.ts';
import { mountRoutes } from './routes.ts';
import { openServices, type Services } from './services.ts';
import { startSweeps } from './start-sweeps.ts';
import type { World } from './world.ts';

export interface AppOptions {
  /** The folder with the built client. Without it, only the API is served. */
  readonly distDir?: string;
  /** A server that is already listening. Without it, the application opens its own. */
  readonly server?: StartingServer;
  /** The operators' port, whose metrics are about the application's calls and writes. */
  readonly operations?: Operations;
}

/** Creates an application that is ready to listen. Closing it ends its timers and sockets. The world stays open. */
export async function createApp(world: World, { distDir, server, operations }: AppOptions = {}): Promise<FastifyInstance> {
  const readiness = server?.readiness ?? operations?.readiness ?? new ServerReadiness(world.limits);
  const app = await openHttp(world, readiness, server);
  observeCalls(app, world.clock.monotonic, callObservers(world, operations));
  const cursors = createCursors(await openEpochs(world.db, world.ids.uuid, world.ids.secret(32)));
  const visibility = await openVisibility(world);
  const hub = openHub(world, { cursorOf: cursors.seal, isHidden: visibility.isHidden });
  app.decorate('answerMark', hub.recent.mark);
  await acceptUpgrades(app, world, hub);
  if (world.changes.lease !== null) requireLease(app, world.changes.lease);
  const sessions = createSessionsService(world);
  const knownBrowsers = createKnownBrowsersService(world);
  watchProxy(app, world);
  installGuards(app, world, {
    callerOf: sessions.find,
    knownAccountOf: (request) => knownBrowsers.accountOf(readMarks(request)),
  });

  const { progress } = readiness;
  const services = await openServices(world, { hub, rates: app.rates, progress, sessions, knownBrowsers, visibility });
  app.decorate('requireUnsuspended', visibility.requireUnsuspended);
  app.decorate('requireProfile', services.profiles.requireProfile);
  for (const service of closableServices(services)) app.addHook('onClose', () => service.close());
  // These may wait for mail servers, push services and the store of pictures, so they wait at the same time.
  app.addHook('onClose', () => Promise.all(waitingServices(services).map((service) => service.close())).then(() => undefined));

  broadcastLive(world, hub, visibility);
  await mountRoutes(app, world, services, readiness);
  liveSocket(app, world, { ...services, hub, cursors });
  if (world.changes.lease !== null) sendChangedMessages(world, hub, services.messages);
  await world.changes.start();
  app.decorate('startRounds', []);
  startSweeps(app, world, services);
  app.addHook('onListen', () => {
    readiness.started({
      measure: services.load.sampleInTime,
      hasPictures: world.pictureFiles.isAvailable,
      countsState: world.limitCounts.state,
      lease: world.changes.lease,
    });
    operations?.watch({ writes: () => world.db.health().writes });
  });
  if (distDir !== undefined) await clientFiles(app, { distDir, brands: world.brands.all });
  return app;
}

const callObservers = ({ config, log }: World, operations: Operations | undefined): CallObserver[] => [
  ...(config.logsCalls ? [accessLog(log)] : []),
  ...(operations === undefined ? [] : [operations.countCall]),
];

/** They are closed from the last to the first. */
const closableServices = (services: Services) => [
  services.visits,
  services.nearby,
  services.positions,
  services.answeredHellos,
  services.load,
];

const waitingServices = ({ mailQueue, pushSending, pictures, testUsers }: Services) => [
  mailQueue,
  pushSending,
  pictures,
  testUsers,
];
