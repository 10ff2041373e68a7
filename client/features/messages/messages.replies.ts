// Handlers for the server's replies to messages, read marks, reactions and deletions.
import type { QueryClient } from '@tanstack/react-query';
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import { conversationsKey, peerOf } from '#client/offline/conversations/cached-messages.ts';
import { conversationKey, hideMessage, showMessage } from '#client/offline/conversations/conversation-queries.ts';
import { withMessage } from '#client/offline/conversations/listed-conversations.ts';
import { refetched } from '#client/offline/invalidate.ts';
import { withTimeLimit, type Delivered, type ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';

async function show({ queries, profile, reply }: Delivered<Message>): Promise<void> {
  const peer = reply === null ? null : peerOf(profile, reply);
  if (reply !== null && peer !== null) await showMessage(queries, profile, peer, reply);
}

const sent: ReplyHandler<Message> = {
  show,
  // Other members may have written to the area in the meantime, and this member may have moved to another one.
  changes: ({ id }) => (id === 'broadcast' ? [['broadcasts'], ['broadcast-sector']] : []),
};

const read: ReplyHandler<Message> = {
  // The cached list is updated here, since the refetch may fail.
  show: ({ queries, profile, reply }) =>
    reply &&
    queries.setQueryData<readonly ConversationListed[]>(
      conversationsKey(profile),
      (listed) => listed && withMessage(listed, profile, reply),
    ),
  changes: () => [['conversations'], ['messages']],
};

const deleted: ReplyHandler<null> = {
  async show({ queries, profile, id }) {
    await hideMessage(queries, profile, peerWith(queries, profile, id), id);
    await withTimeLimit(dropBroadcast(queries, profile, id));
  },
};

export const messageReplies = { messages: sent, react: { show }, read, delete: deleted };

/** The message may be a broadcast. If the lazily loaded module is not available, all broadcasts are refetched. */
async function dropBroadcast(queries: QueryClient, profile: string, messageId: string): Promise<void> {
  try {
    const { dropBroadcasts } = await import('#client/offline/conversations/broadcast-queries.ts');
    await dropBroadcasts(queries, profile, ({ id }) => id === messageId);
  } catch {
    await refetched(queries, ['broadcasts']);
  }
}

/** Returns the other member of the loaded conversation with this message, or '' if no loaded conversation has it. */
function peerWith(queries: QueryClient, ownId: string, messageId: string): string {
  const loaded = queries.getQueriesData<Message[]>({ queryKey: conversationKey(ownId, '').slice(0, 2) });
  const first = loaded.find(([, messages]) => messages?.some(({ id }) => id === messageId))?.[1]?.[0];
  return (first && peerOf(ownId, first)) ?? '';
}
