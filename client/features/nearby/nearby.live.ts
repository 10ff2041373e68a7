// Handlers for live events about members. While a list or the map is open, use-live-members.ts applies the events instead.
import { cacheBriefs } from '#client/offline/cached-values.ts';
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const nearbyEvents = {
  hello: invalidates('nearby'),
  brief: ({ brief }, { own }) => cacheBriefs(own, [brief]),
  left: () => undefined,
} satisfies LiveHandlers;
