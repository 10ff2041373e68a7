// Handlers for the live events that change notifications and muted conversations.
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

const outdateBoth = invalidates('notifications', 'mutes');

export const notificationEvents = {
  hello: outdateBoth,
  notifications: invalidates('notifications'),
  like: invalidates('notifications'),
  mutes: invalidates('mutes'),
  gone: outdateBoth,
} satisfies LiveHandlers;
