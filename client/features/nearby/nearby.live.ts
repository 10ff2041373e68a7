// Handlers for the live events that change lists and map; use-live-members.ts applies them while one is open.
import { cacheBriefs } from '#client/offline/cached-values.ts';
import { outdates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const nearbyEvents = {
  hello: outdates('nearby'),
  brief: ({ brief }, { own }) => cacheBriefs(own, [brief]),
  left: () => undefined,
} satisfies LiveHandlers;
