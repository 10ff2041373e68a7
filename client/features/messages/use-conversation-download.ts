// Downloads older messages and pictures of the open conversation to the device, up to a limit.
import { useQuery } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { downloadConversation } from '#client/offline/conversations/download-conversation.ts';
import { endQuery } from '#client/offline/conversations/list-ends.ts';
import { conversationKey } from '#client/offline/conversations/conversation-queries.ts';

/** `isReady` is true once the newest messages are shown and stored. */
export function useConversationDownload(peer: string, isReady: boolean): void {
  const ownId = useOwnProfileId();
  useQuery({
    queryKey: ['kept-conversation', ownId, peer],
    queryFn: async ({ signal, client }) => {
      const { count, beginsAt } = await downloadConversation(ownId, peer, signal);
      // Offline, the device knows from this that there are no older messages, because it can't ask the server.
      if (beginsAt !== null) client.setQueryData(endQuery(conversationKey(ownId, peer)).queryKey, beginsAt);
      return count;
    },
    enabled: ownId !== '' && isReady,
    // The download is repeated if nothing was stored.
    staleTime: ({ state }) => (state.data === 0 ? 0 : Infinity),
    refetchInterval: false,
  });
}
