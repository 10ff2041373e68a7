// The message service without the rest of the application.
import { createMessagesService, type MessagesService } from '#server/features/messages/messages.service.ts';
import { createNotificationsService } from '#server/features/notifications/notifications.service.ts';
import { openPushQueue } from '#server/features/notifications/push-queue.service.ts';
import { createProfilesService } from '#server/features/profiles/profiles.service.ts';
import { openVisibility } from '#server/features/visibility/visibility.service.ts';
import { createRateLimiter } from '#server/http/rate-limits.ts';
import type { Hub } from '#server/live/hub.ts';
import type { World } from '#server/world.ts';

export async function openMessagesService(world: World, hub: Hub): Promise<MessagesService> {
  const visibility = await openVisibility(world);
  const rates = createRateLimiter(world.limitCounts);
  const unused = { pictureAccess: { mayView: async () => true }, visits: { lastSeenFor: () => null } };
  return createMessagesService(world, {
    visibility,
    profiles: createProfilesService(world, { visibility, ...unused }),
    notifications: createNotificationsService(world, await openPushQueue(world, hub, rates)),
    rates,
    preferencesOf: async () => ({ sendSeen: true }),
    openers: { count: async () => undefined },
  });
}
