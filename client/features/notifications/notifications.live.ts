// Handlers for the live events that change notifications and muted conversations.
import { outdates, type LiveHandlers } from '#client/offline/live-handlers.ts';

const outdateBoth = outdates('notifications', 'mutes');

export const notificationEvents = {
  hello: outdateBoth,
  notifications: outdates('notifications'),
  like: outdates('notifications'),
  mutes: outdates('mutes'),
  gone: outdateBoth,
} satisfies LiveHandlers;
