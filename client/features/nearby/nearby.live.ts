// Handlers for live events about members. While a list or the map is open, use-live-members.ts applies the events too.
import { cacheBriefs } from '#client/offline/cached-values.ts';
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const nearbyEvents = {
  hello: invalidates('nearby'),
  brief: ({ brief }, { own }) => cacheBriefs(own, [brief]),
  left: () => undefined,
  // A list is refetched only when it is opened. If the device is offline then, its copy must not show the member.
  gone: ({ profileId }, { queries, own }) =>
    import('./gone-member.ts').then(({ forgetMember }) => forgetMember(queries, own, profileId)).catch(() => undefined),
} satisfies LiveHandlers;
