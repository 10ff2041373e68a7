// Conversations as queries: what the server and the device know, what waits in the outbox, and the writes that go there.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messages } from '#shared/contract/messages.ts';
import type { Reaction } from '#shared/rules/reactions.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanText } from '#shared/rules/text.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { askAgain } from '#client/offline/ask-again.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import { peerOf } from '#client/offline/conversations/saved-messages.ts';
import { conversationQuery, quotedKey, showMessage } from '#client/offline/conversations/saved-queries.ts';
import type { Draft } from '#client/offline/saved-values.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { chatWritesOf, isChatWrite, type ChatWrites } from './chat-writes.ts';
import { polledConversations } from './polled.queries.ts';

/** Without a socket nobody says that a message was taken back. */
const quotedStaleMs = 60_000;

export function useConversations() {
  const own = useOwnProfileId();
  return useQuery(polledConversations(own));
}

export function useConversation(peer: string) {
  const own = useOwnProfileId();
  return useQuery({ ...conversationQuery(own, peer), enabled: own !== '' });
}

/** One message that is further back than what is shown; null where it is gone. It is not kept on the device. Without an id nothing is asked. */
export function useQuoted(id: string | null) {
  const own = useOwnProfileId();
  return useQuery({
    queryKey: quotedKey(own, id ?? ''),
    queryFn: ({ signal }) =>
      call(messages.getMessage, { params: { id: id ?? '' } }, { signal, background: true }).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return null;
        throw error;
      }),
    enabled: id !== null,
    staleTime: quotedStaleMs,
  });
}

/** The profile of the other side, also without connection if it was seen before. */
export const usePeer = (id: string) =>
  useQuery({ ...profileQuery(id), staleTime: limits.profileRefetchMs, refetchInterval: false });

export function useChatWrites(): ChatWrites {
  const entries = usePending(isChatWrite);
  return useMemo(() => chatWritesOf(entries), [entries]);
}

/** Whether there is anything to send. */
export const isSendable = ({ text, pictureIds }: Pick<Draft, 'text' | 'pictureIds'>): boolean =>
  cleanText(text) !== '' || pictureIds.length > 0;

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
  return async ({ text, pictureIds, replyToId }) => {
    const args = {
      body: {
        senderProfileId: own,
        recipientProfileId: to?.profileId ?? null,
        bodyText: cleanText(text),
        profilePicIds: [...pictureIds],
        tsCreated: Date.now(),
        ...(replyToId === null ? {} : { replyToId }),
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

/** Gives a message an emoji, or none. */
export function useReact(): (id: string, emoji: Reaction | null) => Promise<void> {
  const own = useOwnProfileId();
  const client = useQueryClient();
  return async (id, emoji) => {
    const args = { params: { id }, body: { emoji } };
    const how = { profile: own, label: 'Emoji for a message', keeps: 'message' } as const;
    const kept = await enqueue(messages.putMessageReaction, args, how).catch(() => null);
    if (kept !== null) return;
    const given = await call(messages.putMessageReaction, args);
    const peer = peerOf(own, given);
    if (peer !== null) await showMessage(client, own, peer, given);
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
