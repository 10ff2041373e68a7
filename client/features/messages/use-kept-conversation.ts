// Has the device keep all of the conversation that is open, not only what was scrolled to.
import { useQuery } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { keepConversation } from '#client/offline/conversations/keep-conversation.ts';
import { endQuery } from '#client/offline/conversations/list-ends.ts';
import { conversationKey } from '#client/offline/conversations/saved-queries.ts';

/** `isRawJson` once the newest messages are shown and on the device. What the server has changed unseen is brought anew. */
export function useKeptConversation(peer: string, isRawJson: boolean): void {
  const own = useOwnProfileId();
  useQuery({
    queryKey: ['kept-conversation', own, peer],
    queryFn: async ({ signal, client }) => {
      const { count, beginsAt } = await keepConversation(own, peer, signal);
      // Without connection nobody could ask any more whether there are older ones.
      if (beginsAt !== null) client.setQueryData(endQuery(conversationKey(own, peer)).queryKey, beginsAt);
      return count;
    },
    enabled: own !== '' && isRawJson,
    // A device that had nothing yet, or no longer, is asked again when there is more to keep.
    staleTime: ({ state }) => (state.data === 0 ? 0 : Infinity),
    refetchInterval: false,
  });
}
