// The table of contents of the server: its plugins in order, then its features, each handed what it needs.
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { communityRoutes } from './community.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { createArchiveService } from './features/account/archive.service.ts';
import { createDeletionService } from './features/account/deletion.service.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { createDashboardService } from './features/admin/dashboard.service.ts';
import { openHealth } from './features/admin/health.service.ts';
import { createTestUsersService } from './features/admin/test-users.service.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { createContactService } from './features/contact/contact.service.ts';
import { createConsentsService } from './features/games/consents.service.ts';
import { gamesRoutes } from './features/games/games.routes.ts';
import { createGamesService } from './features/games/games.service.ts';
import { createGptBusterService } from './features/games/gptbuster.service.ts';
import { createLeaderboardService } from './features/games/leaderboard.service.ts';
import { createPhotoCropService } from './features/games/photocrop.service.ts';
import { createRatingGameService } from './features/games/ratinggame.service.ts';
import { createShowing } from './features/games/showing.ts';
import { createAdmission } from './features/grants/admission.service.ts';
import { grantsRoutes } from './features/grants/grants.routes.ts';
import { createGrantsService } from './features/grants/grants.service.ts';
import { sweepGrants } from './features/grants/grants.sweep.ts';
import { openBlocks } from './features/likes/blocks.service.ts';
import { likesRoutes } from './features/likes/likes.routes.ts';
import { createLikesService } from './features/likes/likes.service.ts';
import { picLikesRoutes } from './features/likes/pic-likes.routes.ts';
import { createPicLikesService } from './features/likes/pic-likes.service.ts';
import { mapRoutes } from './features/map/map.routes.ts';
import { nearbyRoutes } from './features/nearby/nearby.routes.ts';
import { openNearby } from './features/nearby/nearby.service.ts';
import { createBroadcastsService } from './features/messages/broadcasts.service.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { createMessagesService } from './features/messages/messages.service.ts';
import { createPeersStore } from './features/messages/peers.store.ts';
import { createSentPicturesStore } from './features/messages/sent-pictures.store.ts';
import { notesRoutes } from './features/notes/notes.routes.ts';
import { createNotesService } from './features/notes/notes.service.ts';
import { mutesRoutes } from './features/notifications/mutes.routes.ts';
import { createMutesService } from './features/notifications/mutes.service.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { createNotificationsService } from './features/notifications/notifications.service.ts';
import { openPushQueue } from './features/notifications/push-queue.service.ts';
import { startPushing } from './features/notifications/push-sending.service.ts';
import { createPictureWithholding } from './features/pictures/picture-withholding.service.ts';
import { picturesRoutes } from './features/pictures/pictures.routes.ts';
import { createPicturesService } from './features/pictures/pictures.service.ts';
import { sweepPictures } from './features/pictures/pictures.sweep.ts';
import { profilesRoutes } from './features/profiles/profiles.routes.ts';
import { positionsRoutes } from './features/positions/positions.routes.ts';
import { openPositions } from './features/positions/positions.service.ts';
import { createProfilesService } from './features/profiles/profiles.service.ts';
import { createAdminCasesService } from './features/reports/admin-cases.service.ts';
import { createCasesService } from './features/reports/cases.service.ts';
import { sweepCases } from './features/reports/cases.sweep.ts';
import { ownersOf } from './features/reports/reported.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { createReportsService } from './features/reports/reports.service.ts';
import { openSuspensions, partedBySuspension } from './features/reports/suspensions.service.ts';
import { startHousekeeping } from './features/session/housekeeping.ts';
import { createLinksService } from './features/session/links.service.ts';
import { createLoginsService } from './features/session/logins.service.ts';
import { openMailQueue } from './features/session/mail-queue.service.ts';
import { createPasswords } from './features/session/passwords.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { createSessionsService } from './features/session/sessions.service.ts';
import { createPushSubscriptionsService } from './features/settings/push-subscriptions.service.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { createSettingsService } from './features/settings/settings.service.ts';
import { siteRoutes } from './features/site/site.routes.ts';
import { createOpenersService } from './features/spam/openers.service.ts';
import { openRefusedLooks } from './features/spam/refused-looks.service.ts';
import { createDistinctLimiter } from './http/distinct-limits.ts';
import { installGuards } from './http/guards.ts';
import { handleError, problem, sendProblem } from './http/problems.ts';
import { clientFiles } from './http/static-client.ts';
import { openHub } from './live/hub.ts';
import { acceptUpgrades, liveSocket } from './live/socket.ts';
import { tellLive } from './tell-live.ts';
import type { World } from './world.ts';

z.config(z.locales.en());

export interface AppOptions {
  /** Where the built client lies; without it only the calls are answered. */
  readonly distDir?: string;
}

/** Builds the whole application on a world, ready to listen. Closing it ends its timers and sockets, not the world's parts. */
export async function createApp(world: World, { distDir }: AppOptions = {}): Promise<FastifyInstance> {
  const { limits, config } = world;
  const app = fastify({
    loggerInstance: world.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: limits.jsonBytes,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.connectionTimeoutMs,
    keepAliveTimeout: limits.connectionTimeoutMs,
    http: { headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: limits.connectionsCheckMs },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: true,
    exposeHeadRoutes: true,
    // As long as a request line can be: what an id may be is the contract's to say, after it is known who asks.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: handleError,
  });
  app.server.maxConnections = limits.connectionsMost;
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleError);
  app.addHook('onRoute', refuseUndeclared);

  const sessions = createSessionsService(world);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: limits.pictureUploadBytes, files: 1, fields: 10, fieldSize: 4_096, parts: 12, headerPairs: 50 },
  });
  const hub = openHub(world);
  await acceptUpgrades(app, world, hub);
  installGuards(app, world, (value) => sessions.find(value));
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    if (reply.getHeader('cross-origin-resource-policy') === undefined)
      void reply.header('cross-origin-resource-policy', 'same-origin');
  });

  const mailQueue = openMailQueue(world);
  app.addHook('onClose', () => mailQueue.close());
  app.addHook('onClose', startHousekeeping(world));
  const passwords = createPasswords(limits.passwordHash);
  const links = createLinksService(world, { queue: mailQueue });
  const logins = createLoginsService(world, { sessions, links, passwords });
  const subscriptions = createPushSubscriptionsService(world);
  const games = createGamesService(world);
  const settings = createSettingsService(world, {
    sessions,
    links,
    passwords,
    queue: mailQueue,
    subscriptions,
    creditsOf: games.creditsOf,
  });

  const suspensions = await openSuspensions(world);
  app.decorate('demandUnsuspended', ({ profileId }: { profileId: string }) => {
    if (suspensions.untilOf(profileId) !== null) throw problem('suspended');
  });
  const blocks = partedBySuspension(await openBlocks(world), suspensions);
  const notifications = createNotificationsService(world, await openPushQueue(world, hub), suspensions.everybody);
  const admission = createAdmission(world, { preferencesOf: settings.preferencesOf, isOnline: hub.isOnline });
  const profiles = createProfilesService(world, { blocks, admission });
  const distinct = createDistinctLimiter(world.clock);
  const positions = await openPositions(world, { rates: app.rates, choicesOf: settings.preferencesOf });
  app.addHook('onClose', () => positions.close());
  const { writtenWith, exchangedWith } = createPeersStore(world.db.read);
  const nearby = await openNearby(world, { blocks, positions, distinct, profiles, writtenWith });
  tellLive(world, hub, blocks);
  const likes = createLikesService(world, { blocks, profiles, notifications });
  const openers = createOpenersService(world, { raise: (tx, noticed) => reports.raise(tx, noticed) });
  const messages = createMessagesService(world, {
    blocks,
    openers,
    profiles,
    notifications,
    rates: app.rates,
    sendsSeen: async (profileId) => (await settings.preferencesOf(profileId)).sendSeen,
  });
  const broadcasts = createBroadcastsService(world, { blocks, profiles, positions, rates: app.rates, distinct });
  const stopPushing = startPushing(world, {
    hub,
    blocks,
    preferencesOf: settings.preferencesOf,
    away: suspensions.everybody,
    nameOf: async (profileId) => (await profiles.reducedBriefs([profileId])).get(profileId)?.profileName ?? '',
    lastWords: async (profileId, peerId) => {
      const newest = await messages.between(profileId, profileId, peerId, {});
      return newest.find(({ senderProfileId }) => senderProfileId === peerId)?.bodyText ?? '';
    },
  });
  app.addHook('onClose', stopPushing);
  const sent = { ...createSentPicturesStore(world.db.read), sentBy: messages.sentBy, takeBack: messages.takeBack };
  const refusedLooks = await openRefusedLooks(world);
  const pictures = createPicturesService(world, { blocks, profiles, admission, sent, refusedLooks });
  const grants = createGrantsService(world, { blocks, profiles, notifications, sent });

  const reports = createReportsService(world, {
    ownerOf: ownersOf({ profiles, pictures, messages, broadcasts }),
    blockIn: likes.blockIn,
    opened: () => lookAtCases(),
  });
  const cases = createCasesService(world, notifications);
  const lookAtCases = sweepCases(app, world, {
    reports,
    cases,
    suspensions,
    withholders: {
      picture: createPictureWithholding(world, profiles, refusedLooks),
      message: messages.withholding,
      broadcast: {
        withhold: async (id) => {
          await broadcasts.tellWithheld(id);
          return '';
        },
        show: async () => undefined,
      },
      profile: { withhold: profiles.withholdText, show: profiles.showText },
    },
  });

  await siteRoutes(app);
  const contact = createContactService(world, { queue: mailQueue, settings });
  contactRoutes(app, contact);
  sessionRoutes(app, { sessions, links, logins });
  settingsRoutes(app, settings);
  profilesRoutes(app, profiles, distinct);
  picturesRoutes(app, pictures);
  sweepPictures(app, world, pictures);
  app.addHook('onClose', () => pictures.close());
  grantsRoutes(app, grants);
  sweepGrants(app, world, grants);
  positionsRoutes(app, positions, nearby);
  nearbyRoutes(app, nearby, likes);
  mapRoutes(app, world);
  likesRoutes(app, likes);
  picLikesRoutes(app, createPicLikesService(world, { blocks, profiles, pictures }));
  notesRoutes(app, createNotesService(world, { blocks, profiles }));
  messagesRoutes(app, world, messages, broadcasts);
  notificationsRoutes(app, notifications);
  mutesRoutes(app, createMutesService(world, profiles, suspensions.everybody));
  reportsRoutes(app, { reports, cases, adminCases: createAdminCasesService(world, notifications), look: lookAtCases });
  await communityRoutes(app, world, { blocks, games, profiles, positions, notifications, writtenWith, exchangedWith });
  const showing = createShowing({ blocks, profiles, preferencesOf: settings.preferencesOf });
  gamesRoutes(app, {
    consents: createConsentsService(world),
    gptBuster: createGptBusterService(world, { games, showing, reports }),
    ratingGame: createRatingGameService(world, { games, showing }),
    photoCrop: createPhotoCropService(world, { games, showing, pictures, rates: app.rates }),
    leaderboard: createLeaderboardService(world, { showing, profiles }),
  });
  const deletion = createDeletionService(world, { pictures });
  accountRoutes(app, {
    archives: createArchiveService(world, { rates: app.rates, blocks, profiles, messages, broadcasts }),
    deletion,
  });
  adminRoutes(app, {
    dashboard: createDashboardService(world),
    health: openHealth(world, hub),
    contact,
    testUsers: createTestUsersService(world, { deletion, positions, likes, messages, broadcasts }),
  });
  // The last to hear it: until the others have told of it, they ask who must not know.
  world.bus.on('profileDeleted', ({ profileId }) => blocks.forget(profileId));
  liveSocket(app, world, {
    hub,
    changedSince: messages.changedSince,
    sendsTyping: async (profileId) => (await settings.preferencesOf(profileId)).sendTyping,
    isApart: (a, b) => blocks.isApart(a, b) || suspensions.untilOf(a) !== null,
  });

  if (distDir !== undefined) await clientFiles(app, { distDir, brands: world.brands.all });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, problem('not-found')));
  return app;
}

/** A route that says neither which entry of the contract it is nor why it is open to everybody does not start. */
function refuseUndeclared(route: { url: string; config?: { endpoint?: unknown; openBecause?: unknown } | undefined }): void {
  if (route.config?.endpoint === undefined && route.config?.openBecause === undefined)
    throw new Error(`The route ${route.url} declares no policy.`);
}
