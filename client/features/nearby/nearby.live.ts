// Handlers for live events about members. While a list or the map is open, use-live-members.ts applies the events too.
import { cacheBriefs } from '#client/offline/cached-values.ts';
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

const invalidateLists = invalidates('nearby');

export const nearbyEvents = {
  hello: invalidateLists,
  brief: ({ brief }, { own }) => cacheBriefs(own, [brief]),
  left: () => undefined,
  // A list is refetched only when it is opened. If the device is offline then, its copy must not show the member.
  gone: (event, context) =>
    import('./gone-member.ts')
      .then(({ forgetMember }) => forgetMember(context.queries, context.own, event.profileId))
      // Without the file, the lists are at least refetched.
      .catch(() => invalidateLists(event, context)),
} satisfies LiveHandlers;
