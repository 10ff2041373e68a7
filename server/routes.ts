// Mounts the API routes of all features.
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './features/account/account.routes.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { cootiesRoutes } from './features/cooties/cooties.routes.ts';
import { gamesRoutes } from './features/games/games.routes.ts';
import { grantsRoutes } from './features/grants/grants.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { likesRoutes } from './features/likes/likes.routes.ts';
import { picLikesRoutes } from './features/likes/pic-likes.routes.ts';
import { mapRoutes } from './features/map/map.routes.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { nearbyRoutes } from './features/nearby/nearby.routes.ts';
import { notesRoutes } from './features/notes/notes.routes.ts';
import { mutesRoutes } from './features/notifications/mutes.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { passkeysRoutes } from './features/passkeys/passkeys.routes.ts';
import { picturesRoutes } from './features/pictures/pictures.routes.ts';
import { placesRoutes } from './features/places/places.routes.ts';
import { positionsRoutes } from './features/positions/positions.routes.ts';
import { profilesRoutes } from './features/profiles/profiles.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { siteRoutes } from './features/site/site.routes.ts';
import { welcomeRoutes } from './features/welcome/welcome.routes.ts';
import type { ServerReadiness } from './http/readiness.ts';
import type { Services } from './services.ts';
import type { World } from './world.ts';

export async function mountRoutes(
  app: FastifyInstance,
  world: World,
  services: Services,
  readiness: ServerReadiness,
): Promise<void> {
  siteRoutes(app, world, readiness);
  sessionRoutes(app, services);
  passkeysRoutes(app, services);
  settingsRoutes(app, services.settings);
  contactRoutes(app, services.contact);
  profilesRoutes(app, services.profiles, services.distinct);
  picturesRoutes(app, services.pictures);
  grantsRoutes(app, services.grants);
  positionsRoutes(app, services.positions, services.nearby);
  nearbyRoutes(app, services.nearby, services.likes);
  mapRoutes(app, world, services);
  placesRoutes(app, world);
  likesRoutes(app, services.likes);
  picLikesRoutes(app, services.picLikes);
  notesRoutes(app, services.notes);
  messagesRoutes(app, world, services.messages, services.broadcasts);
  notificationsRoutes(app, services.notifications);
  mutesRoutes(app, services.mutes);
  reportsRoutes(app, services);
  cootiesRoutes(app, services.cooties);
  healthRoutes(app, services.health);
  welcomeRoutes(app, services.welcome);
  gamesRoutes(app, services);
  homeRoutes(app, services);
  accountRoutes(app, services);
  adminRoutes(app, services);
}
