// Handlers for the live events that change likes.
import { forgetList } from '#client/offline/cached-values.ts';
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';
import { likesListKeys } from './likes-lists.ts';

const invalidateLists = invalidates('likes');

export const likeEvents = {
  hello: invalidateLists,
  like: invalidateLists,
  picLike: invalidateLists,
  gone: async (event, context) => {
    // A list is refetched only when it is opened. If the device is offline then, the cached list must not show the member.
    for (const key of likesListKeys(context.own)) await forgetList(context.own, JSON.stringify(key)).catch(() => undefined);
    invalidateLists(event, context);
  },
} satisfies LiveHandlers;
