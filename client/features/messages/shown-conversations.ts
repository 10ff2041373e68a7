// Applies undelivered writes to the list of conversations.
import { t } from '#client/device/texts.ts';
import type { ConversationListed } from '#shared/contract/messages.ts';
import type { ChatWrites, WaitingMessage } from './chat-writes.ts';
import { messagePreview } from './message-preview.ts';
import type { MessageState } from './shown-messages.ts';

export interface ShownConversation {
  readonly peer: string;
  /** Null for a conversation that the server does not list yet, or with a member whose block is not delivered yet. */
  readonly name: string | null;
  readonly pictureId: string | undefined;
  readonly placeholder?: string | undefined;
  readonly preview: string;
  readonly isOwn: boolean;
  readonly state: MessageState;
  readonly timeMs: number;
  readonly unread: number;
}

/** Those with waiting messages come first, then the newest. A blocked member is listed only with a waiting message. */
export function shownConversations(
  ownId: string,
  all: readonly ConversationListed[],
  writes: ChatWrites,
): readonly ShownConversation[] {
  const listed = all.filter(({ profile }) => !writes.blockedIds.has(profile.profileId));
  const waiting = newestByPeer(writes.messages.filter((message) => !isDelivered(message, listed)));
  const listedByPeer = new Map(listed.map((conversation) => [conversation.profile.profileId, conversation]));
  const withWaitingMessages = [...waiting.values()]
    .toSorted((a, b) => b.writtenMs - a.writtenMs)
    .map((message) => fromOutbox(message, listedByPeer.get(message.peer), writes));
  const others = listed.filter(({ profile }) => !waiting.has(profile.profileId));
  return [...withWaitingMessages, ...others.map((conversation) => fromServer(ownId, conversation, writes))];
}

/** Counts the unread messages of these conversations for the menu. */
export const unreadTotal = (listed: readonly ConversationListed[], writes: ChatWrites): number =>
  listed.reduce((total, conversation) => total + unreadOf(conversation, writes), 0);

const newestByPeer = (messages: readonly WaitingMessage[]): Map<string, WaitingMessage> =>
  new Map(messages.map((message) => [message.peer, message]));

const isDelivered = ({ key }: WaitingMessage, listed: readonly ConversationListed[]): boolean =>
  listed.some(({ clientId }) => clientId === key);

/** The count is 0 if a read mark of the newest message, or a block of the member, is waiting. */
const unreadOf = ({ id, unread, profile }: ConversationListed, { readIds, blockedIds }: ChatWrites): number =>
  readIds.has(id) || blockedIds.has(profile.profileId) ? 0 : unread;

function fromServer(ownId: string, conversation: ConversationListed, writes: ChatWrites): ShownConversation {
  const { id, profile, senderProfileId, tsCreated, tsRecipientRead } = conversation;
  const isOwn = senderProfileId === ownId;
  return {
    peer: profile.profileId,
    name: profile.profileName,
    pictureId: profile.profilePicIds[0],
    placeholder: profile.picPlaceholders?.[0],
    preview: writes.removedIds.has(id) ? t('Message deleted') : messagePreview(conversation),
    isOwn,
    state: isOwn ? (tsRecipientRead === null ? 'notSeen' : 'seen') : 'received',
    timeMs: tsCreated,
    unread: unreadOf(conversation, writes),
  };
}

function fromOutbox(
  message: WaitingMessage,
  conversation: ConversationListed | undefined,
  writes: ChatWrites,
): ShownConversation {
  return {
    peer: message.peer,
    name: conversation?.profile.profileName ?? null,
    pictureId: conversation?.profile.profilePicIds[0],
    placeholder: conversation?.profile.picPlaceholders?.[0],
    preview: messagePreview({ bodyText: message.text, profilePicIds: [...message.pictureIds, ...message.uploadIds] }),
    isOwn: true,
    state: message.state,
    timeMs: Math.max(message.writtenMs, conversation?.tsCreated ?? 0),
    unread: conversation === undefined ? 0 : unreadOf(conversation, writes),
  };
}
