// Handlers for the live events that change notifications and muted conversations, and what notifications tell.
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

/**
 * The event comes with each change of the notifications, with each new case and hello, and with every change of a case or of a
 * juror's seat. A new crop has no event, because its time would tell who proposed it.
 */
const queriesNotifiedOf = ['notifications', 'waiting', 'cases'] as const;
const invalidateAll = invalidates('mutes', ...queriesNotifiedOf);

export const notificationEvents = {
  hello: invalidateAll,
  notifications: invalidates(...queriesNotifiedOf),
  like: invalidates('notifications'),
  mutes: invalidates('mutes'),
  gone: invalidateAll,
} satisfies LiveHandlers;
