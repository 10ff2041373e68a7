// Handlers for the live events that change lists and map; while one of them is open, use-live-members.ts applies the events.
import { cacheBriefs } from '#client/offline/cached-values.ts';
import { outdates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const nearbyEvents = {
  hello: outdates('nearby'),
  brief: ({ brief }, { own }) => cacheBriefs(own, [brief]),
  left: () => undefined,
} satisfies LiveHandlers;
