// The list of conversations as shown: the server's list with the outbox applied.
import type { ConversationListed } from '#shared/contract/messages.ts';
import type { ChatWrites, WaitingMessage } from './chat-writes.ts';
import { firstWords } from './first-words.ts';
import type { MessageState } from './shown-messages.ts';

export interface ShownConversation {
  readonly peer: string;
  /** Null for a conversation that exists on this device only. */
  readonly name: string | null;
  readonly pictureId: string | undefined;
  /** The placeholder of that picture. */
  readonly placeholder?: string | undefined;
  readonly words: string;
  readonly isOwn: boolean;
  readonly state: MessageState;
  readonly timeMs: number;
  readonly unread: number;
}

/** Newest first, those with waiting messages above all others. */
export function shownConversations(
  own: string,
  listed: readonly ConversationListed[],
  writes: ChatWrites,
): readonly ShownConversation[] {
  const waiting = newestByPeer(writes.messages.filter((message) => !isDelivered(message, listed)));
  const known = new Map(listed.map((conversation) => [conversation.profile.profileId, conversation]));
  const overlaid = [...waiting.values()]
    .toSorted((a, b) => b.writtenMs - a.writtenMs)
    .map((message) => withWaiting(message, known.get(message.peer), writes));
  const others = listed.filter(({ profile }) => !waiting.has(profile.profileId));
  return [...overlaid, ...others.map((conversation) => fromServer(own, conversation, writes))];
}

/** Unread messages of all conversations, for the count in the menu. */
export const unreadTotal = (listed: readonly ConversationListed[], writes: ChatWrites): number =>
  listed.reduce((total, conversation) => total + unreadOf(conversation, writes), 0);

const newestByPeer = (messages: readonly WaitingMessage[]): Map<string, WaitingMessage> =>
  new Map(messages.map((message) => [message.peer, message]));

const isDelivered = ({ key }: WaitingMessage, listed: readonly ConversationListed[]): boolean =>
  listed.some(({ clientId }) => clientId === key);

/** An own read mark of the newest message counts before it is delivered. */
const unreadOf = ({ id, unread }: ConversationListed, { readIds }: ChatWrites): number => (readIds.has(id) ? 0 : unread);

function fromServer(own: string, conversation: ConversationListed, writes: ChatWrites): ShownConversation {
  const { id, profile, senderProfileId, tsCreated, tsRecipientRead } = conversation;
  const isOwn = senderProfileId === own;
  return {
    peer: profile.profileId,
    name: profile.profileName,
    pictureId: profile.profilePicIds[0],
    placeholder: profile.picPlaceholders?.[0],
    words: writes.removedIds.has(id) ? 'Message deleted' : firstWords(conversation),
    isOwn,
    state: isOwn ? (tsRecipientRead === null ? 'notSeen' : 'seen') : 'received',
    timeMs: tsCreated,
    unread: unreadOf(conversation, writes),
  };
}

function withWaiting(message: WaitingMessage, known: ConversationListed | undefined, writes: ChatWrites): ShownConversation {
  return {
    peer: message.peer,
    name: known?.profile.profileName ?? null,
    pictureId: known?.profile.profilePicIds[0],
    placeholder: known?.profile.picPlaceholders?.[0],
    words: firstWords({ bodyText: message.text, profilePicIds: [...message.pictureIds] }),
    isOwn: true,
    state: message.state,
    timeMs: Math.max(message.writtenMs, known?.tsCreated ?? 0),
    unread: known === undefined ? 0 : unreadOf(known, writes),
  };
}
