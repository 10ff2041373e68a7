// One conversation as it is shown: the server's messages in its order, then what waits on this device, with lines between days.
import type { Message } from '#shared/contract/messages.ts';
import type { ChatWrites, WaitingMessage } from './chat-writes.ts';
import { firstWords } from './first-words.ts';

/** Own messages say how far they got; received ones are simply there. What was said to the area is seen by many, or nobody: it is 'sent'. */
export type MessageState = 'received' | 'waiting' | 'sending' | 'failed' | 'sent' | 'notSeen' | 'seen';

/** The message that another one answers. */
export interface ShownQuote {
  readonly id: string;
  /** `elsewhere`: not among the messages that are known here. */
  readonly state: 'here' | 'gone' | 'elsewhere';
  /** Null as long as nobody knows. */
  readonly isOwn: boolean | null;
  /** Its first words, where it is here. */
  readonly words: string;
}

export interface ShownMessage {
  /** The same before and after the server has the message, so that it stays where it is on the screen. */
  readonly key: string;
  /** Null while the server has no such message. */
  readonly id: string | null;
  /** Of the write that waits; null once it is delivered. */
  readonly entryId: string | null;
  readonly isOwn: boolean;
  readonly text: string;
  readonly pictureIds: readonly string[];
  readonly timeMs: number;
  readonly state: MessageState;
  /** Why it failed, in words for the member. */
  readonly reason: string | null;
  /** What it answers; null where it answers nothing. */
  readonly quote: ShownQuote | null;
  readonly ownReaction: string | null;
  readonly otherReaction: string | null;
}

export type LogItem =
  | { readonly is: 'day'; readonly key: string; readonly dayMs: number }
  | { readonly is: 'new'; readonly key: string }
  | { readonly is: 'message'; readonly key: string; readonly message: ShownMessage; readonly isStart: boolean };

/** Messages of one side that follow each other this closely stand together. */
const togetherMs = 5 * 60_000;

/** Oldest first. `messages` come newest first, as queries hold them; `hiddenIds` are about to be removed. */
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

/** What is known here of the messages that others answer; null of none. */
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

/** Puts the lines between the messages; the line for new ones stands before the message `newFromId`. */
export function logItems(shown: readonly ShownMessage[], newFromId: string | null): LogItem[] {
  return shown.flatMap((message, index): LogItem[] => {
    const before = shown[index - 1];
    const isNewDay = before === undefined || dayOf(before.timeMs) !== dayOf(message.timeMs);
    const isNewLine = message.id !== null && message.id === newFromId;
    const isApart = before === undefined || before.isOwn !== message.isOwn || message.timeMs - before.timeMs > togetherMs;
    return [
      ...(isNewDay ? [{ is: 'day', key: `day-${dayOf(message.timeMs)}`, dayMs: message.timeMs } as const] : []),
      ...(isNewLine ? [{ is: 'new', key: 'new' } as const] : []),
      { is: 'message', key: message.key, message, isStart: isNewDay || isNewLine || isApart },
    ];
  });
}

/** The newest message from the peer if he has not been told that it was read. */
export const newestUnread = (own: string, messages: readonly Message[]): Message | undefined =>
  messages.find((message) => isUnread(own, message));

/** Where the line for new messages belongs: the oldest unread one, without an older one that was read in between. */
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
