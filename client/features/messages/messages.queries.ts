// Conversations as queries: what the server and the device know, what waits in the outbox, and the writes that go there.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messages } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanText } from '#shared/rules/text.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { profileQuery } from '#client/features/profiles/profiles.queries.ts';
import { call } from '#client/net/call.ts';
import { askAgain } from '#client/offline/ask-again.ts';
import { enqueue } from '#client/offline/enqueue.ts';
import { conversationQuery, conversationsQuery, showMessage } from '#client/offline/saved-queries.ts';
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

export interface Draft {
  readonly text: string;
  readonly pictureIds: readonly string[];
}

/** Whether there is anything to send. */
export const isSendable = ({ text, pictureIds }: Draft): boolean => cleanText(text) !== '' || pictureIds.length > 0;

export interface Recipient {
  readonly profileId: string;
  readonly name: string;
}

/**
 * Sends to one member, or to the own area (null), by way of the outbox, and answers once the message is safe on this device. Where
 * the device keeps nothing it goes straight to the server, and rejects as a call does.
 */
export function useSendMessage(to: Recipient | null): (draft: Draft) => Promise<void> {
  const own = useOwnProfileId();
  const client = useQueryClient();
  return async ({ text, pictureIds }) => {
    const args = {
      body: {
        senderProfileId: own,
        recipientProfileId: to?.profileId ?? null,
        bodyText: cleanText(text),
        profilePicIds: [...pictureIds],
        tsCreated: Date.now(),
      },
    };
    const kept = await enqueue(messages.postMessage, args, {
      profile: own,
      label: `Message to ${to?.name ?? 'your area'}`,
      keeps: 'message',
    }).catch(() => null);
    if (kept !== null) return;
    const sent = await call(messages.postMessage, args, { idempotencyKey: crypto.randomUUID() });
    if (to === null) askAgain(client, ['broadcasts']);
    else await showMessage(client, own, to.profileId, sent);
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
