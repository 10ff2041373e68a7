// Polls the open conversation while no socket is connected.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { isLive } from '#client/net/live-store.ts';
import { startPolling, type Polling } from '#client/net/polling.ts';
import { conversationKey, conversationQuery } from '#client/offline/conversations/conversation-queries.ts';

/** Returns a function that polls immediately. Call it after sending. */
export function usePolling(peer: string): () => void {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  const polling = useRef<Polling | null>(null);
  useEffect(() => {
    const newestRevision = (messages: readonly Message[] | undefined): number =>
      Math.max(0, ...(messages ?? []).map(({ revision }) => revision));
    const poller = startPolling({
      isLive,
      poll: async () => {
        const lastRevision = newestRevision(queries.getQueryData<Message[]>(conversationKey(ownId, peer)));
        return newestRevision(await queries.fetchQuery({ ...conversationQuery(ownId, peer), staleTime: 0 })) > lastRevision;
      },
    });
    polling.current = poller;
    return poller.stop;
  }, [ownId, peer, queries]);
  return () => polling.current?.reset();
}
