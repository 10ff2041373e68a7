// Conversations as queries: what the server and the device know, what waits in the outbox, and the writes that go there.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messages, type ConversationListed } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanText } from '#shared/rules/text.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { profileQuery } from '#client/features/profiles/profiles.queries.ts';
import { call } from '#client/net/call.ts';
import { enqueue } from '#client/offline/enqueue.ts';
import { mergeItems } from '#client/offline/newest-first.ts';
import { conversationQuery, conversationsKey, conversationsQuery, showMessage } from '#client/offline/saved-queries.ts';
import { usePending } from '#client/offline/use-pending.ts';
import { chatWritesOf, isChatWrite, type ChatWrites } from './chat-writes.ts';

export function useConversations() {
  const own = useOwnProfileId();
  return useQuery({ ...conversationsQuery(own), enabled: own !== '', refetchInterval: limits.mostRecentRefetchMs });
}

export function useConversation(peer: string) {
  const own = useOwnProfileId();
  return useQuery({ ...conversationQuery(own, peer), enabled: own !== '' });
}

/** The profile of the other side, also without connection if it was seen before. */
export const usePeer = (id: string) =>
  useQuery({ ...profileQuery(id), staleTime: limits.profileRefetchMs, refetchInterval: false });

export function useChatWrites(): ChatWrites {
  const entries = usePending(isChatWrite);
  return useMemo(() => chatWritesOf(entries), [entries]);
}

/** Adds the page of conversations below the shown ones; false when nothing is left. Rejects as a call does. */
export async function loadOlderConversations(client: QueryClient, own: string): Promise<boolean> {
  const key = conversationsKey(own);
  const oldest = client.getQueryData<ConversationListed[]>(key)?.at(-1);
  if (oldest === undefined) return false;
  const page = await call(messages.getMostRecentWith, { params: { id: own }, query: { beforeMessageId: oldest.id } });
  client.setQueryData<ConversationListed[]>(key, (held = []) => mergeItems(held, page, ({ profile }) => profile.profileId));
  return page.length === limits.conversationsPage;
}

export interface Draft {
  readonly text: string;
  readonly pictureIds: readonly string[];
}

/** Whether there is anything to send. */
export const isSendable = ({ text, pictureIds }: Draft): boolean => cleanText(text) !== '' || pictureIds.length > 0;

/**
 * Sends by way of the outbox, and answers once the message is safe on this device. Where the device keeps nothing it goes
 * straight to the server, and rejects as a call does.
 */
export function useSendMessage(peer: string, name: string): (draft: Draft) => Promise<void> {
  const own = useOwnProfileId();
  const client = useQueryClient();
  return async ({ text, pictureIds }) => {
    const args = {
      body: {
        senderProfileId: own,
        recipientProfileId: peer,
        bodyText: cleanText(text),
        profilePicIds: [...pictureIds],
        tsCreated: Date.now(),
      },
    };
    const kept = await enqueue(messages.postMessage, args, {
      profile: own,
      label: `Message to ${name}`,
      keeps: 'message',
    }).catch(() => null);
    if (kept !== null) return;
    const sent = await call(messages.postMessage, args, { idempotencyKey: crypto.randomUUID() });
    await showMessage(client, own, peer, sent);
  };
}

/** Marks a received message and all before it read. */
export function useMarkRead(): (id: string) => Promise<unknown> {
  const own = useOwnProfileId();
  return async (id) => {
    const args = { params: { id } };
    const kept = await enqueue(messages.putMessageRead, args, { profile: own, label: 'Read mark' }).catch(() => null);
    return kept ?? call(messages.putMessageRead, args, { background: true }).catch(() => undefined);
  };
}

/** Hides a message for the member, or takes it back for both. */
export function useRemoveMessage(): (id: string, forBoth: boolean) => Promise<unknown> {
  const own = useOwnProfileId();
  return async (id, forBoth) => {
    const args = { params: { id }, query: { forBoth } };
    const kept = await enqueue(messages.deleteMessage, args, { profile: own, label: 'Deleted message' }).catch(() => null);
    return kept ?? call(messages.deleteMessage, args);
  };
}
