// Handlers for the live events that change conversations and the chat of an area.
import { askAgain } from '#client/offline/ask-again.ts';
import { forgetConversation, peerOf } from '#client/offline/conversations/cached-messages.ts';
import {
  conversationKey,
  conversationsKey,
  hideMessage,
  noteGaps,
  showMessage,
} from '#client/offline/conversations/conversation-queries.ts';
import { outdates, type LiveHandlers } from '#client/offline/live-handlers.ts';

/** Loaded lazily: not needed until the area's chat, or a map, is opened. */
const broadcasts = () => import('#client/offline/conversations/broadcast-queries.ts');

export const messageEvents = {
  hello: async (event, context) => {
    // Missed messages are sent again after a hello, missed broadcasts are not.
    outdates('broadcasts')(event, context);
    if (!event.mustResync) return;
    noteGaps(context.queries, context.own);
    await forgetConversation(context.own).catch(() => undefined);
  },
  message: async ({ message }, { queries, own }) => {
    const peer = peerOf(own, message);
    if (peer !== null) await showMessage(queries, own, peer, message, true);
  },
  messageGone: ({ messageId, peerProfileId }, { queries, own }) => hideMessage(queries, own, peerProfileId, messageId),
  broadcast: async ({ message }, { queries, own }) => (await broadcasts()).showBroadcast(queries, own, message),
  broadcastGone: async ({ messageId }, { queries, own }) =>
    (await broadcasts()).dropBroadcasts(queries, own, ({ id }) => id === messageId),
  // The open conversation listens for itself.
  typing: () => undefined,
  gone: async ({ profileId }, { queries, own }) => {
    await forgetConversation(own, profileId).catch(() => undefined);
    await (await broadcasts()).dropBroadcasts(queries, own, ({ senderProfileId }) => senderProfileId === profileId);
    askAgain(queries, conversationKey(own, profileId));
    askAgain(queries, conversationsKey(own));
  },
} satisfies LiveHandlers;
