// Polls the open conversation while there is no socket.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { isLive } from '#client/net/live-store.ts';
import { startPolling, type Polling } from '#client/net/polling.ts';
import { conversationKey, conversationQuery } from '#client/offline/conversations/conversation-queries.ts';

/** Returns a function that polls at once, for after sending. */
export function usePolling(peer: string): () => void {
  const own = useOwnProfileId();
  const client = useQueryClient();
  const polling = useRef<Polling | null>(null);
  useEffect(() => {
    const newest = (messages: readonly Message[] | undefined): number =>
      Math.max(0, ...(messages ?? []).map(({ revision }) => revision));
    const started = startPolling({
      isLive,
      poll: async () => {
        const before = newest(client.getQueryData<Message[]>(conversationKey(own, peer)));
        return newest(await client.fetchQuery({ ...conversationQuery(own, peer), staleTime: 0 })) > before;
      },
    });
    polling.current = started;
    return started.stop;
  }, [own, peer, client]);
  return () => polling.current?.reset();
}
