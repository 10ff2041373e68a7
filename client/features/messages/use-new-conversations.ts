// Returns the conversations with unread messages, newest first, without muted ones.
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useMutes } from '#client/features/notifications/mutes.queries.ts';
import { useChatWrites, useConversations } from './messages.queries.ts';
import { shownConversations, type ShownConversation } from './shown-conversations.ts';

/** `fresh` is undefined until the list is loaded. */
export function useNewConversations() {
  const ownId = useOwnProfileId();
  const { data, error, refetch } = useConversations();
  const writes = useChatWrites();
  const mutes = useMutes();
  const isNew = ({ peer, unread }: ShownConversation): boolean => unread > 0 && !mutes.has(peer);
  return { fresh: data && shownConversations(ownId, data, writes).filter(isNew), error, refetch };
}
