// Handlers for the live events that change conversations and the chat of an area.
import { invalidate } from '#client/offline/invalidate.ts';
import { conversationsKey, forgetConversation, peerOf } from '#client/offline/conversations/cached-messages.ts';
import { uncheckLists } from '#client/offline/conversations/checked-lists.ts';
import {
  conversationKey,
  hideMessage,
  markConversationsOutdated,
  showMessage,
} from '#client/offline/conversations/conversation-queries.ts';
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

/** Loaded on demand, since it is rarely needed before the conversations, the area chat or a map are opened. */
const broadcasts = () => import('#client/offline/conversations/broadcast-queries.ts');

export const messageEvents = {
  hello: async (event, context) => {
    uncheckLists();
    // After a hello, the server sends missed messages again, but not missed broadcasts.
    invalidates('broadcasts')(event, context);
    if (!event.mustResync) {
      // Missed messages follow, but not that somebody is gone.
      if (event.missed?.includes('gone') !== false) invalidates('conversations', 'messages')(event, context);
      return;
    }
    markConversationsOutdated(context.queries, context.own);
    await forgetConversation(context.own).catch(() => undefined);
  },
  message: async ({ message }, { queries, own }) => {
    const peer = peerOf(own, message);
    if (peer !== null) await showMessage(queries, own, peer, message, true);
  },
  messageGone: ({ messageId, peerProfileId, revision }, { queries, own }) =>
    hideMessage(queries, own, peerProfileId, messageId, revision),
  broadcast: async ({ message }, { queries, own }) => (await broadcasts()).showBroadcast(queries, own, message),
  broadcastGone: async ({ messageId }, { queries, own }) =>
    (await broadcasts()).dropBroadcasts(queries, own, ({ id }) => id === messageId),
  // Only the open conversation uses these events, and it subscribes by itself.
  typing: () => undefined,
  gone: async ({ profileId }, { queries, own }) => {
    await forgetConversation(own, profileId).catch(() => undefined);
    invalidate(queries, conversationKey(own, profileId));
    invalidate(queries, conversationsKey(own));
    await (await broadcasts()).dropBroadcasts(queries, own, ({ senderProfileId }) => senderProfileId === profileId);
  },
} satisfies LiveHandlers;
