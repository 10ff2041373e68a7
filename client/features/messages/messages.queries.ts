// Queries and mutations for conversations and their messages.
import { t } from '#client/device/texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messages } from '#shared/contract/messages.ts';
import type { Reaction } from '#shared/rules/reactions.ts';
import { cleanText } from '#shared/rules/text.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { enqueue, enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import { peerOf } from '#client/offline/conversations/cached-messages.ts';
import { conversationQuery, quotedKey, showMessage } from '#client/offline/conversations/conversation-queries.ts';
import type { Draft } from '#client/offline/cached-values.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { useWaitingBlocks } from '#client/people/waiting-blocks.ts';
import { chatWritesOf, isChatWrite, type ChatWrites } from './chat-writes.ts';
import { polledConversations, polledPeer } from './polled.queries.ts';

/** Without a socket, only a refetch shows that a message was unsent. */
const quotedStaleMs = 60_000;

export function useConversations() {
  const ownId = useOwnProfileId();
  return useQuery(polledConversations(ownId));
}

export function useConversation(peer: string) {
  const ownId = useOwnProfileId();
  return useQuery({ ...conversationQuery(ownId, peer), enabled: ownId !== '' });
}

/** Fetches one message that is older than the loaded ones. The result is null if it was deleted. The device does not store it. */
export function useQuotedMessage(id: string | null) {
  const ownId = useOwnProfileId();
  return useQuery({
    queryKey: quotedKey(ownId, id ?? ''),
    queryFn: ({ signal }) =>
      call(messages.getMessage, { params: { id: id ?? '' } }, { signal, background: true }).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return null;
        throw error;
      }),
    enabled: id !== null,
    staleTime: quotedStaleMs,
  });
}

/** Fetches the other member's profile. Offline it is the cached profile. */
export const usePeer = (id: string) => useQuery(polledPeer(id));

export function useChatWrites(): ChatWrites {
  const entries = usePending(isChatWrite);
  const uploads = useWaitingUploads();
  const blockedIds = useWaitingBlocks();
  return useMemo(() => chatWritesOf(entries, uploads, blockedIds), [entries, uploads, blockedIds]);
}

export const isSendable = ({ text, pictureIds }: Pick<Draft, 'text' | 'pictureIds'>): boolean =>
  cleanText(text) !== '' || pictureIds.length > 0;

export interface Recipient {
  readonly profileId: string;
  readonly name: string;
}

/**
 * Sends to a member, or to the sender's area (null), through the outbox. Resolves once the message is stored on this device.
 * If the device can store nothing, it resolves once the server has the message, and rejects if the server refuses the message.
 */
export function useSendMessage(to: Recipient | null): (draft: Draft) => Promise<void> {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  return async ({ text, pictureIds, replyToId }) => {
    const args = {
      body: {
        senderProfileId: ownId,
        recipientProfileId: to?.profileId ?? null,
        bodyText: cleanText(text),
        profilePicIds: [...pictureIds],
        tsCreated: Date.now(),
        ...(replyToId === null ? {} : { replyToId }),
      },
    };
    const label = to === null ? t('Message to your area') : t('Message to {name}', { name: to.name });
    const sent = await enqueueOrCall(messages.postMessage, args, { profile: ownId, label });
    if (sent === null) return;
    if (to === null) invalidate(queries, ['broadcasts']);
    else await showMessage(queries, ownId, to.profileId, sent);
  };
}

/**
 * Sends a picture from this device to a member once it is uploaded; with `isViewOnce` they can view it only once. Rejects if the
 * device can't store the picture.
 */
export function useSendPicture(to: Recipient): (picture: File, isViewOnce: boolean) => Promise<void> {
  const ownId = useOwnProfileId();
  return async (file, isViewOnce) => {
    const upload = {
      id: crypto.randomUUID(),
      file,
      destination: { list: 'chat', replaces: null, recipient: to.profileId },
    } as const;
    const body = {
      senderProfileId: ownId,
      recipientProfileId: to.profileId,
      bodyText: '',
      profilePicIds: [],
      chatPicKeys: [upload.id],
      ...(isViewOnce ? { viewOnce: true } : {}),
      tsCreated: Date.now(),
    };
    const label = t('Picture to {name}', { name: to.name });
    await enqueue(messages.postMessage, { body }, { profile: ownId, label, uploads: [upload] });
  };
}

/** Marks a received message and all earlier ones as read. */
export function useMarkRead(): (id: string) => Promise<unknown> {
  const ownId = useOwnProfileId();
  return (id) => {
    const options = { profile: ownId, label: t('Read mark') };
    return enqueueOrCall(messages.putMessageRead, { params: { id } }, options, { background: true }).catch(() => undefined);
  };
}

/** Sets or removes the member's emoji reaction to a message. */
export function useSetReaction(): (id: string, emoji: Reaction | null) => Promise<void> {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  return async (id, emoji) => {
    const args = { params: { id }, body: { emoji } };
    const changed = await enqueueOrCall(messages.putMessageReaction, args, { profile: ownId, label: t('Reaction to a message') });
    if (changed === null) return;
    const peer = peerOf(ownId, changed);
    if (peer !== null) await showMessage(queries, ownId, peer, changed);
  };
}

/** Hides a message for the member, or unsends it for both members. */
export function useRemoveMessage(): (id: string, forBoth: boolean) => Promise<unknown> {
  const ownId = useOwnProfileId();
  return (id, forBoth) =>
    enqueueOrCall(
      messages.deleteMessage,
      { params: { id }, query: { forBoth } },
      { profile: ownId, label: t('Deleted message') },
    );
}
