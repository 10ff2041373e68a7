// Applies undelivered writes to a conversation's messages, and adds the separators between them.
import type { Message } from '#shared/contract/messages.ts';
import { minuteMs } from '#shared/rules/durations.ts';
import type { ChatWrites, WaitingMessage } from './chat-writes.ts';
import { messagePreview } from './message-preview.ts';

/** The delivery state of sent messages. The last state of broadcasts is 'sent', since they have no single reader. */
export type MessageState = 'received' | 'waiting' | 'sending' | 'failed' | 'sent' | 'notSeen' | 'seen';

export interface ShownQuote {
  readonly id: string;
  readonly state: 'loaded' | 'gone' | 'notLoaded';
  /** Null while the sender is unknown. */
  readonly isOwn: boolean | null;
  /** Empty until the quoted message is loaded. */
  readonly preview: string;
}

export interface ShownMessage {
  /** The key is the same before and after delivery, so React keeps the element. */
  readonly key: string;
  /** Null before delivery. */
  readonly id: string | null;
  /** The id of the outbox entry. It is null after delivery. */
  readonly entryId: string | null;
  readonly isOwn: boolean;
  readonly text: string;
  readonly pictureIds: readonly string[];
  /** Pictures on this device that are uploaded before the message is sent. */
  readonly uploadIds: readonly string[];
  /** The state of a picture that the recipient can view once. It is null without one. */
  readonly viewOnce: 'unviewed' | 'viewed' | null;
  readonly timeMs: number;
  readonly state: MessageState;
  /** The reason why the server refused the message, as a text for the member. */
  readonly reason: string | null;
  readonly quote: ShownQuote | null;
  readonly ownReaction: string | null;
  readonly otherReaction: string | null;
}

export type LogItem =
  | { readonly is: 'day'; readonly key: string; readonly dayMs: number }
  | { readonly is: 'new'; readonly key: string }
  | {
      readonly is: 'message';
      readonly key: string;
      readonly message: ShownMessage;
      readonly isStart: boolean;
      /** True for the last message of a group, a waiting one, and one whose state differs from the next. */
      readonly hasTime: boolean;
    };

/** A member's consecutive messages within this time after the first one form a group, which shows one time. */
const groupMs = 3 * minuteMs;

/** The oldest message comes first, but `messages` begin with the newest. Messages in `hiddenIds` are about to be removed. */
export function shownMessages(
  ownId: string,
  peer: string,
  messages: readonly Message[],
  writes: ChatWrites,
  hiddenIds: ReadonlySet<string>,
): ShownMessage[] {
  const delivered = new Set(messages.map(({ clientId }) => clientId));
  const newestMs = messages[0]?.tsCreated ?? 0;
  const quoteOf = createQuoteLookup(ownId, messages, writes, hiddenIds);
  return [
    ...messages
      .filter(({ id }) => !hiddenIds.has(id) && !writes.removedIds.has(id))
      .toReversed()
      .map((message) => {
        const shown = { ...fromServer(ownId, message), quote: quoteOf(message.replyToId) };
        const reaction = writes.reactions.get(message.id);
        return reaction === undefined ? shown : { ...shown, ownReaction: reaction };
      }),
    ...writes.messages
      .filter((waiting) => waiting.peer === peer && !delivered.has(waiting.key))
      .map((waiting) => ({ ...fromOutbox(waiting, newestMs), quote: quoteOf(waiting.replyToId) })),
  ];
}

/** Returns a function that finds a quoted message by its id. */
export function createQuoteLookup(
  ownId: string,
  messages: readonly Message[],
  { removedIds }: ChatWrites,
  hiddenIds: ReadonlySet<string>,
): (id: string | null | undefined) => ShownQuote | null {
  const loaded = new Map(messages.map((message) => [message.id, message]));
  return (id) => {
    if (id === null || id === undefined) return null;
    const message = loaded.get(id);
    if (message === undefined) return { id, state: 'notLoaded', isOwn: null, preview: '' };
    if (hiddenIds.has(id) || removedIds.has(id)) return { id, state: 'gone', isOwn: null, preview: '' };
    return { id, state: 'loaded', isOwn: message.senderProfileId === ownId, preview: messagePreview(message) };
  };
}

/** Returns the index of the oldest message to render, so that the newest `count`, all from `fromMs` on and `ids` are included. */
export function firstRow(
  shown: readonly ShownMessage[],
  count: number,
  fromMs: number | null,
  ids: readonly (string | null)[],
): number {
  const isNeeded = ({ id, timeMs }: ShownMessage): boolean =>
    (fromMs !== null && timeMs >= fromMs) || (id !== null && ids.includes(id));
  const needed = shown.findIndex(isNeeded);
  const newest = Math.max(0, shown.length - count);
  return needed === -1 ? newest : Math.min(newest, needed);
}

/** Groups messages, and adds separators for days and, before the message `firstNewId`, for new messages. */
export function logItems(shown: readonly ShownMessage[], firstNewId: string | null): LogItem[] {
  const items: LogItem[] = [];
  let startMs = 0;
  for (const [index, message] of shown.entries()) {
    const { key, timeMs } = message;
    const previous = shown[index - 1];
    const isNewDay = previous === undefined || dayOf(previous.timeMs) !== dayOf(timeMs);
    const isFirstNew = message.id !== null && message.id === firstNewId;
    const isStart = isNewDay || isFirstNew || previous.isOwn !== message.isOwn || timeMs - startMs > groupMs;
    if (isStart) startMs = timeMs;
    if (isNewDay) items.push({ is: 'day', key: `day-${dayOf(timeMs)}`, dayMs: timeMs });
    if (isFirstNew) items.push({ is: 'new', key: 'new' });
    items.push({ is: 'message', key, message, isStart, hasTime: false });
  }
  return items.map((item, index) => {
    if (item.is !== 'message') return item;
    const next = items[index + 1];
    const isEnd = next?.is !== 'message' || next.isStart;
    return { ...item, hasTime: isEnd || item.message.id === null || item.message.state !== next.message.state };
  });
}

/** Returns the other member's newest unread message. */
export const newestUnread = (ownId: string, messages: readonly Message[]): Message | undefined =>
  messages.find((message) => isUnread(ownId, message));

/** Returns the other member's oldest unread message after the last read one. */
export function oldestUnread(ownId: string, messages: readonly Message[]): Message | undefined {
  const received = messages.filter(({ senderProfileId }) => senderProfileId !== ownId);
  const lastRead = received.findIndex((message) => !isUnread(ownId, message));
  return received.slice(0, lastRead === -1 ? undefined : lastRead).at(-1);
}

const isUnread = (ownId: string, { senderProfileId, tsRecipientRead }: Message): boolean =>
  senderProfileId !== ownId && tsRecipientRead === null;

const noUploads: readonly string[] = [];

export function fromServer(ownId: string, message: Message): ShownMessage {
  const { id, clientId, senderProfileId, bodyText, profilePicIds, tsCreated, tsRecipientRead } = message;
  const { senderReaction = null, recipientReaction = null } = message;
  const isOwn = senderProfileId === ownId;
  return {
    key: clientId ?? id,
    id,
    entryId: null,
    isOwn,
    text: bodyText,
    pictureIds: profilePicIds,
    uploadIds: noUploads,
    viewOnce: message.viewOnce ?? null,
    timeMs: tsCreated,
    state: isOwn ? (tsRecipientRead === null ? 'notSeen' : 'seen') : 'received',
    reason: null,
    quote: null,
    ownReaction: isOwn ? senderReaction : recipientReaction,
    otherReaction: isOwn ? recipientReaction : senderReaction,
  };
}

/** The message is never earlier than the newest one, since the device's clock may be slow. */
export function fromOutbox(waiting: WaitingMessage, newestMs: number): ShownMessage {
  const { key, entryId, text, pictureIds, uploadIds, writtenMs, state, reason } = waiting;
  const timeMs = Math.max(writtenMs, newestMs);
  const viewOnce = waiting.isViewOnce ? ('unviewed' as const) : null;
  const undelivered = { id: null, viewOnce, quote: null, ownReaction: null, otherReaction: null };
  return { ...undelivered, key, entryId, isOwn: true, text, pictureIds, uploadIds, timeMs, state, reason };
}

const dayOf = (ms: number): string => new Date(ms).toDateString();
