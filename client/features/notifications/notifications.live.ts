// Handlers for the live events that change notifications and muted conversations, and what notifications tell.
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

/** There is a notification for each new case, crop and hello, and for every change of a case. */
const queriesNotifiedOf = ['notifications', 'waiting', 'cases'] as const;
const invalidateAll = invalidates('mutes', ...queriesNotifiedOf);

export const notificationEvents = {
  hello: invalidateAll,
  notifications: invalidates(...queriesNotifiedOf),
  like: invalidates('notifications'),
  mutes: invalidates('mutes'),
  gone: invalidateAll,
} satisfies LiveHandlers;
