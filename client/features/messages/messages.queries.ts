// Queries and mutations of conversations: the server's and the device's messages, the outbox, and writes through it.
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
import { invalidate } from '#client/offline/invalidate.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import { peerOf } from '#client/offline/conversations/cached-messages.ts';
import { conversationQuery, quotedKey, showMessage } from '#client/offline/conversations/conversation-queries.ts';
import type { Draft } from '#client/offline/cached-values.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { chatWritesOf, isChatWrite, type ChatWrites } from './chat-writes.ts';
import { polledConversations } from './polled.queries.ts';

/** Without a socket there is no event when a message is unsent. */
const quotedStaleMs = 60_000;

export function useConversations() {
  const own = useOwnProfileId();
  return useQuery(polledConversations(own));
}

export function useConversation(peer: string) {
  const own = useOwnProfileId();
  return useQuery({ ...conversationQuery(own, peer), enabled: own !== '' });
}

/** One message from further back than what is loaded; null if it is gone. Not stored on the device; disabled without an id. */
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

/** The other member's profile, also without connection if it was seen before. */
export const usePeer = (id: string) =>
  useQuery({ ...profileQuery(id), staleTime: limits.profileRefetchMs, refetchInterval: false });

export function useChatWrites(): ChatWrites {
  const entries = usePending(isChatWrite);
  return useMemo(() => chatWritesOf(entries), [entries]);
}

/** True with text or a picture. */
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
    const options = { profile: own, label: `Message to ${to?.name ?? 'your area'}` };
    const sent = await enqueueOrCall(messages.postMessage, args, options, { idempotencyKey: crypto.randomUUID() });
    if (sent === null) return;
    if (to === null) invalidate(client, ['broadcasts']);
    else await showMessage(client, own, to.profileId, sent);
  };
}

/** Marks a received message and all before it read. */
export function useMarkRead(): (id: string) => Promise<unknown> {
  const own = useOwnProfileId();
  return (id) => {
    const options = { profile: own, label: 'Read mark' };
    return enqueueOrCall(messages.putMessageRead, { params: { id } }, options, { background: true }).catch(() => undefined);
  };
}

/** Gives a message an emoji, or none. */
export function useReact(): (id: string, emoji: Reaction | null) => Promise<void> {
  const own = useOwnProfileId();
  const client = useQueryClient();
  return async (id, emoji) => {
    const args = { params: { id }, body: { emoji } };
    const given = await enqueueOrCall(messages.putMessageReaction, args, { profile: own, label: 'Emoji for a message' });
    if (given === null) return;
    const peer = peerOf(own, given);
    if (peer !== null) await showMessage(client, own, peer, given);
  };
}

/** Hides a message for the member, or unsends it for both. */
export function useRemoveMessage(): (id: string, forBoth: boolean) => Promise<unknown> {
  const own = useOwnProfileId();
  return (id, forBoth) =>
    enqueueOrCall(messages.deleteMessage, { params: { id }, query: { forBoth } }, { profile: own, label: 'Deleted message' });
}
