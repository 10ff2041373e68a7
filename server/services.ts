// Creates the services of all features, in the order of their dependencies.
import { createArchiveService } from './features/account/archive.service.ts';
import { createDeletionService } from './features/account/deletion.service.ts';
import { createDashboardService } from './features/admin/dashboard.service.ts';
import { openServerLoad } from './features/admin/server-load.service.ts';
import { createTestUsersService } from './features/admin/test-users.service.ts';
import { createContactService } from './features/contact/contact.service.ts';
import { createCootiesService } from './features/cooties/cooties.service.ts';
import { createConsentsService } from './features/games/consents.service.ts';
import { createGamesService } from './features/games/games.service.ts';
import { createGptBusterService } from './features/games/gptbuster.service.ts';
import { createLeaderboardService } from './features/games/leaderboard.service.ts';
import { createParticipation } from './features/games/participation.service.ts';
import { createPhotoCropService } from './features/games/photocrop.service.ts';
import { createRatingGameService } from './features/games/ratinggame.service.ts';
import { createGameVisibility } from './features/games/game-visibility.ts';
import { createPictureAccess } from './features/grants/picture-access.service.ts';
import { createGrantsService } from './features/grants/grants.service.ts';
import { openHealth } from './features/health/health.service.ts';
import { createLikesService } from './features/likes/likes.service.ts';
import { createPicLikesService } from './features/likes/pic-likes.service.ts';
import { createBroadcastsService } from './features/messages/broadcasts.service.ts';
import { createMessagesService } from './features/messages/messages.service.ts';
import { openNearby } from './features/nearby/nearby.service.ts';
import { createNotesService } from './features/notes/notes.service.ts';
import { createMutesService } from './features/notifications/mutes.service.ts';
import { createNotificationsService } from './features/notifications/notifications.service.ts';
import { openPushQueue } from './features/notifications/push-queue.service.ts';
import { openPushSending } from './features/notifications/push-sending.service.ts';
import { createPictureWithholding } from './features/pictures/picture-withholding.service.ts';
import { createPicturesService } from './features/pictures/pictures.service.ts';
import { openPositions } from './features/positions/positions.service.ts';
import { createProfilesService } from './features/profiles/profiles.service.ts';
import { openVisits } from './features/profiles/visits.service.ts';
import { createAdminCasesService } from './features/reports/admin-cases.service.ts';
import { createCasesService } from './features/reports/cases.service.ts';
import { ownersOf } from './features/reports/item-owners.ts';
import { createRaise, createReportsService } from './features/reports/reports.service.ts';
import { createPasskeyLoginsService } from './features/passkeys/passkey-logins.service.ts';
import { createPasskeysService } from './features/passkeys/passkeys.service.ts';
import { createLinksService } from './features/session/links.service.ts';
import { createLoginFailures } from './features/session/login-failures.ts';
import { createLoginsService } from './features/session/logins.service.ts';
import type { KnownBrowsersService } from './features/session/known-browsers.service.ts';
import { openMailLimits } from './features/session/mail-limits.service.ts';
import { openMailQueue } from './features/session/mail-queue.service.ts';
import { createPasswords } from './features/session/passwords.ts';
import type { SessionsService } from './features/session/sessions.service.ts';
import { createPushSubscriptionsService } from './features/settings/push-subscriptions.service.ts';
import { createSettingsService } from './features/settings/settings.service.ts';
import { createOpenersService } from './features/spam/openers.service.ts';
import { openRefusedPictures } from './features/spam/refused-pictures.service.ts';
import type { Visibility } from './features/visibility/visibility.service.ts';
import { openAnsweredHellos } from './features/welcome/answered-hellos.service.ts';
import { createWelcomeService } from './features/welcome/welcome.service.ts';
import { createDistinctLimiter } from './http/distinct-limits.ts';
import type { RateLimiter } from './http/rate-limits.ts';
import type { StartProgress } from './http/start-progress.ts';
import type { Hub } from './live/hub.ts';
import type { World } from './world.ts';

interface Connected {
  readonly hub: Hub;
  readonly rates: RateLimiter;
  readonly progress: StartProgress;
  readonly sessions: SessionsService;
  readonly knownBrowsers: KnownBrowsersService;
  readonly visibility: Visibility;
}

export type Services = Awaited<ReturnType<typeof openServices>>;

interface Closable {
  close(): void | Promise<void>;
}

/** If this fails, the services that already run by themselves are closed. */
export async function openServices(world: World, connected: Connected) {
  const begun: Closable[] = [];
  const begin: Begin = (service) => {
    begun.push(service);
    return service;
  };
  try {
    return await openAll(world, { ...connected, begin });
  } catch (error) {
    await Promise.all(begun.map((service) => service.close()));
    throw error;
  }
}

type Begin = <S extends Closable>(service: S) => S;

async function openAll(world: World, connected: Connected & { readonly begin: Begin }) {
  const accounts = await openAccounts(world, connected);
  const members = await openMembers(world, accounts);
  const moderated = openModeration(world, members);
  const played = await openGames(world, moderated);
  return openAdministration(world, played);
}

async function openAccounts(world: World, connected: Connected & { readonly begin: Begin }) {
  const { sessions, knownBrowsers, begin } = connected;
  const mailQueue = begin(openMailQueue(world));
  const passwords = createPasswords(world.limits.passwordHash, world.limits.passwordQueue);
  const mailLimits = await openMailLimits(world);
  const links = createLinksService(world, { queue: mailQueue, knownBrowsers, mailLimits });
  const failures = createLoginFailures(world.limitCounts, world.limits);
  const logins = createLoginsService(world, { sessions, links, passwords, failures, knownBrowsers });
  const passkeys = createPasskeysService(world, { queue: mailQueue });
  const passkeyLogins = createPasskeyLoginsService(world, { sessions, passwords, failures });
  const subscriptions = createPushSubscriptionsService(world);
  const games = createGamesService(world);
  const signIn = { sessions, links, passwords, queue: mailQueue };
  const settings = createSettingsService(world, { ...signIn, subscriptions, creditsOf: games.creditsOf });
  const contact = createContactService(world, { queue: mailQueue, settings });
  const signedIn = { mailLimits, links, logins, passkeys, passkeyLogins, settings };
  return { ...connected, ...signedIn, mailQueue, games, preferencesOf: settings.preferencesOf, contact };
}

async function openMembers(world: World, accounts: Awaited<ReturnType<typeof openAccounts>>) {
  const { hub, rates, progress, preferencesOf, visibility, begin } = accounts;
  const distinct = createDistinctLimiter(world.limitCounts);
  const notifications = createNotificationsService(world, await openPushQueue(world, hub, rates), visibility);
  const pictureAccess = createPictureAccess(world, { preferencesOf, isOnline: hub.isOnline });
  const visits = begin(await openVisits(world));
  const profiles = createProfilesService(world, { visibility, pictureAccess, visits });
  const mutes = createMutesService(world, { profiles, visibility });
  const positions = begin(await openPositions(world, { rates, preferencesOf, visitSlots: visits.slots, progress }));
  const openers = createOpenersService(world, { raise: createRaise(world), visibility });
  const messages = createMessagesService(world, { visibility, openers, profiles, notifications, rates, preferencesOf });
  const nearby = await openNearby(world, {
    visibility,
    positions,
    distinct,
    visits,
    profiles,
    writtenWith: messages.writtenWith,
    progress,
  });
  const likes = createLikesService(world, { visibility, profiles, notifications });
  const broadcasts = createBroadcastsService(world, { visibility, profiles, positions, rates, distinct });
  const pushSending = begin(openPushSending(world, { hub, visibility, preferencesOf, profiles, messages }));
  const refusedPictures = await openRefusedPictures(world);
  const pictures = createPicturesService(world, { visibility, profiles, pictureAccess, sent: messages, refusedPictures });
  const picLikes = createPicLikesService(world, { visibility, profiles, pictures });
  const grants = createGrantsService(world, { ...accounts, visibility, profiles, notifications, sent: messages });
  const notes = createNotesService(world, { visibility, profiles });
  const reached = {
    distinct,
    visits,
    notifications,
    profiles,
    mutes,
    positions,
    messages,
    nearby,
    likes,
    broadcasts,
  };
  return { ...accounts, ...reached, pushSending, refusedPictures, pictures, picLikes, grants, notes };
}

function openModeration(world: World, members: Awaited<ReturnType<typeof openMembers>>) {
  const { broadcasts, likes, messages, notifications, profiles, refusedPictures, visibility } = members;
  const reports = createReportsService(world, { ownerOf: ownersOf(members), blockIn: likes.blockIn, visibility });
  const cases = createCasesService(world, notifications);
  const adminCases = createAdminCasesService(world, notifications);
  const withholders = {
    picture: createPictureWithholding(world, profiles, refusedPictures),
    message: messages.withholding,
    broadcast: broadcasts.withholding,
    profile: profiles.textWithholding,
  };
  return { ...members, reports, cases, adminCases, withholders };
}

async function openGames(world: World, moderated: ReturnType<typeof openModeration>) {
  const { games, messages, pictures, profiles, rates, reports } = moderated;
  const participation = createParticipation(world);
  const cooties = createCootiesService(world, { ...moderated, participation });
  const health = await openHealth(world, moderated);
  const answeredHellos = await openAnsweredHellos(world, { games, cooties });
  const { writtenWith } = messages;
  const welcome = createWelcomeService(world, { ...moderated, participation, answered: answeredHellos, writtenWith });
  const gameVisibility = createGameVisibility(moderated);
  const consents = createConsentsService(world);
  const gptBuster = createGptBusterService(world, { games, gameVisibility, reports });
  const ratingGame = createRatingGameService(world, { games, gameVisibility });
  const photoCrop = createPhotoCropService(world, { games, gameVisibility, pictures, rates });
  const leaderboard = createLeaderboardService(world, { gameVisibility, profiles });
  const played = { cooties, health, answeredHellos, welcome, consents, gptBuster, ratingGame, photoCrop, leaderboard };
  return { ...moderated, ...played };
}

function openAdministration(world: World, others: Awaited<ReturnType<typeof openGames>>) {
  const deletion = createDeletionService(world, others);
  const archives = createArchiveService(world, others);
  const dashboard = createDashboardService(world);
  const load = openServerLoad(world, others.hub);
  const testUsers = createTestUsersService(world, { ...others, deletion });
  return { ...others, deletion, archives, dashboard, load, testUsers };
}
