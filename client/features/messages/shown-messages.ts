// One conversation as shown: the server's messages in order, then the waiting ones, with lines between days.
import type { Message } from '#shared/contract/messages.ts';
import type { ChatWrites, WaitingMessage } from './chat-writes.ts';
import { firstWords } from './first-words.ts';

/** The delivery state of own messages; received ones have none. Broadcasts end at 'sent', since there is no single reader. */
export type MessageState = 'received' | 'waiting' | 'sending' | 'failed' | 'sent' | 'notSeen' | 'seen';

/** The message that another one replies to. */
export interface ShownQuote {
  readonly id: string;
  /** `elsewhere`: not among the loaded messages. */
  readonly state: 'here' | 'gone' | 'elsewhere';
  /** Null while unknown. */
  readonly isOwn: boolean | null;
  /** Its first words, where it is here. */
  readonly words: string;
}

export interface ShownMessage {
  /** The same before and after delivery, so that the element stays. */
  readonly key: string;
  /** Null before delivery. */
  readonly id: string | null;
  /** The outbox entry's id; null once it is delivered. */
  readonly entryId: string | null;
  readonly isOwn: boolean;
  readonly text: string;
  readonly pictureIds: readonly string[];
  readonly timeMs: number;
  readonly state: MessageState;
  /** Why it failed, in words for the member. */
  readonly reason: string | null;
  /** The message it replies to, or null. */
  readonly quote: ShownQuote | null;
  readonly ownReaction: string | null;
  readonly otherReaction: string | null;
}

export type LogItem =
  | { readonly is: 'day'; readonly key: string; readonly dayMs: number }
  | { readonly is: 'new'; readonly key: string }
  | { readonly is: 'message'; readonly key: string; readonly message: ShownMessage; readonly isStart: boolean };

/** Messages of one member that follow each other this closely are grouped. */
const togetherMs = 5 * 60_000;

/** Oldest first. `messages` come newest first, as in the query cache; `hiddenIds` are about to be removed. */
export function shownMessages(
  own: string,
  peer: string,
  messages: readonly Message[],
  writes: ChatWrites,
  hiddenIds: ReadonlySet<string>,
): ShownMessage[] {
  const delivered = new Set(messages.map(({ clientId }) => clientId));
  const newestMs = messages[0]?.tsCreated ?? 0;
  const quoteOf = quotesOf(own, messages, writes, hiddenIds);
  return [
    ...messages
      .filter(({ id }) => !hiddenIds.has(id) && !writes.removedIds.has(id))
      .toReversed()
      .map((message) => {
        const shown = { ...fromServer(own, message), quote: quoteOf(message.replyToId) };
        const given = writes.reactions.get(message.id);
        return given === undefined ? shown : { ...shown, ownReaction: given };
      }),
    ...writes.messages
      .filter((waiting) => waiting.peer === peer && !delivered.has(waiting.key))
      .map((waiting) => ({ ...fromOutbox(waiting, newestMs), quote: quoteOf(waiting.replyToId) })),
  ];
}

/** Looks up the message that a reply quotes; null for no id. */
export function quotesOf(
  own: string,
  messages: readonly Message[],
  { removedIds }: ChatWrites,
  hiddenIds: ReadonlySet<string>,
): (id: string | null | undefined) => ShownQuote | null {
  const known = new Map(messages.map((message) => [message.id, message]));
  return (id) => {
    if (id === null || id === undefined) return null;
    const message = known.get(id);
    if (message === undefined) return { id, state: 'elsewhere', isOwn: null, words: '' };
    if (hiddenIds.has(id) || removedIds.has(id)) return { id, state: 'gone', isOwn: null, words: '' };
    return { id, state: 'here', isOwn: message.senderProfileId === own, words: firstWords(message) };
  };
}

/** Adds the lines between messages; the line for new ones is before the message `newFromId`. */
export function logItems(shown: readonly ShownMessage[], newFromId: string | null): LogItem[] {
  return shown.flatMap((message, index): LogItem[] => {
    const before = shown[index - 1];
    const isNewDay = before === undefined || dayOf(before.timeMs) !== dayOf(message.timeMs);
    const isNewLine = message.id !== null && message.id === newFromId;
    const isNewGroup = before === undefined || before.isOwn !== message.isOwn || message.timeMs - before.timeMs > togetherMs;
    return [
      ...(isNewDay ? [{ is: 'day', key: `day-${dayOf(message.timeMs)}`, dayMs: message.timeMs } as const] : []),
      ...(isNewLine ? [{ is: 'new', key: 'new' } as const] : []),
      { is: 'message', key: message.key, message, isStart: isNewDay || isNewLine || isNewGroup },
    ];
  });
}

/** The newest message from the peer that is not marked read. */
export const newestUnread = (own: string, messages: readonly Message[]): Message | undefined =>
  messages.find((message) => isUnread(own, message));

/** The message below the line for new ones: the oldest unread one after the last read one. */
export function oldestUnread(own: string, messages: readonly Message[]): Message | undefined {
  const received = messages.filter(({ senderProfileId }) => senderProfileId !== own);
  const read = received.findIndex((message) => !isUnread(own, message));
  return received.slice(0, read === -1 ? undefined : read).at(-1);
}

const isUnread = (own: string, { senderProfileId, tsRecipientRead }: Message): boolean =>
  senderProfileId !== own && tsRecipientRead === null;

export function fromServer(own: string, message: Message): ShownMessage {
  const { id, clientId, senderProfileId, bodyText, profilePicIds, tsCreated, tsRecipientRead } = message;
  const { senderReaction = null, recipientReaction = null } = message;
  const isOwn = senderProfileId === own;
  return {
    key: clientId ?? id,
    id,
    entryId: null,
    isOwn,
    text: bodyText,
    pictureIds: profilePicIds,
    timeMs: tsCreated,
    state: isOwn ? (tsRecipientRead === null ? 'notSeen' : 'seen') : 'received',
    reason: null,
    quote: null,
    ownReaction: isOwn ? senderReaction : recipientReaction,
    otherReaction: isOwn ? recipientReaction : senderReaction,
  };
}

/** A device whose clock is behind must not open an earlier day below a later one. */
export function fromOutbox(waiting: WaitingMessage, newestMs: number): ShownMessage {
  const { key, entryId, text, pictureIds, writtenMs, state, reason } = waiting;
  const timeMs = Math.max(writtenMs, newestMs);
  const nothingYet = { id: null, quote: null, ownReaction: null, otherReaction: null };
  return { ...nothingYet, key, entryId, isOwn: true, text, pictureIds, timeMs, state, reason };
}

const dayOf = (ms: number): string => new Date(ms).toDateString();
