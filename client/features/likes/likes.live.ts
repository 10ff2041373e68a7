// Handlers for the live events that change likes.
import { forgetList } from '#client/offline/cached-values.ts';
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';
import { likesListKeys } from './likes-lists.ts';

const outdateLikes = invalidates('likes');

export const likeEvents = {
  hello: outdateLikes,
  like: outdateLikes,
  picLike: outdateLikes,
  gone: async (event, context) => {
    // A list is refetched only when it is opened. If the device is offline then, the cached list must not show the member.
    for (const key of likesListKeys(context.own)) await forgetList(context.own, JSON.stringify(key)).catch(() => undefined);
    outdateLikes(event, context);
  },
} satisfies LiveHandlers;
