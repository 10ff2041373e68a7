// Downloads all messages of the open conversation to the device.
import { useQuery } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { downloadConversation } from '#client/offline/conversations/download-conversation.ts';
import { endQuery } from '#client/offline/conversations/list-ends.ts';
import { conversationKey } from '#client/offline/conversations/conversation-queries.ts';

/** `isReady`: the newest messages are shown and stored. Also downloads changes that this device missed. */
export function useConversationDownload(peer: string, isReady: boolean): void {
  const own = useOwnProfileId();
  useQuery({
    queryKey: ['kept-conversation', own, peer],
    queryFn: async ({ signal, client }) => {
      const { count, beginsAt } = await downloadConversation(own, peer, signal);
      // Needed offline, when the server can't be asked for older messages.
      if (beginsAt !== null) client.setQueryData(endQuery(conversationKey(own, peer)).queryKey, beginsAt);
      return count;
    },
    enabled: own !== '' && isReady,
    // Repeated if the device had stored nothing.
    staleTime: ({ state }) => (state.data === 0 ? 0 : Infinity),
    refetchInterval: false,
  });
}
