// Downloads the whole open conversation to the device, not only the part that was scrolled to.
import { useQuery } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { downloadConversation } from '#client/offline/conversations/download-conversation.ts';
import { endQuery } from '#client/offline/conversations/list-ends.ts';
import { conversationKey } from '#client/offline/conversations/conversation-queries.ts';

/** `isReady` once the newest messages are shown and stored. Changes missed on this device are downloaded again. */
export function useWholeConversation(peer: string, isReady: boolean): void {
  const own = useOwnProfileId();
  useQuery({
    queryKey: ['kept-conversation', own, peer],
    queryFn: async ({ signal, client }) => {
      const { count, beginsAt } = await downloadConversation(own, peer, signal);
      // Remembered, since without connection the server can't be asked whether there are older ones.
      if (beginsAt !== null) client.setQueryData(endQuery(conversationKey(own, peer)).queryKey, beginsAt);
      return count;
    },
    enabled: own !== '' && isReady,
    // Repeated where the device had nothing stored.
    staleTime: ({ state }) => (state.data === 0 ? 0 : Infinity),
    refetchInterval: false,
  });
}
