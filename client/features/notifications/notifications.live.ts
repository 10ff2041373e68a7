// Handlers for the live events that change notifications and muted conversations, and what notifications tell.
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

/** There is a notification for each new case, crop and hello, and for every change of a case. */
const told = ['notifications', 'waiting', 'cases'] as const;
const outdateAll = invalidates('mutes', ...told);

export const notificationEvents = {
  hello: outdateAll,
  notifications: invalidates(...told),
  like: invalidates('notifications'),
  mutes: invalidates('mutes'),
  gone: outdateAll,
} satisfies LiveHandlers;
