// Messages, read marks, removals and reactions waiting in the outbox, read back from its entries.
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

export interface WaitingMessage {
  readonly entryId: string;
  /** The clientId of the message it becomes on the server. */
  readonly key: string;
  readonly peer: string;
  readonly state: OutboxEntry['state'];
  readonly text: string;
  readonly pictureIds: readonly string[];
  /** The message that it replies to. */
  readonly replyToId: string | null;
  /** By this device's clock. */
  readonly writtenMs: number;
  readonly reason: string | null;
}

export interface ChatWrites {
  /** To one member, oldest first. */
  readonly messages: readonly WaitingMessage[];
  /** To the area, oldest first. */
  readonly broadcasts: readonly WaitingMessage[];
  /** Messages to be marked read, with all before them. */
  readonly readIds: ReadonlySet<string>;
  readonly removedIds: ReadonlySet<string>;
  /** The emoji to be given to messages; null for one that is removed. */
  readonly reactions: ReadonlyMap<string, string | null>;
}

const sendQueue = 'messages:';
const areaQueue = `${sendQueue}broadcast`;
const readQueue = 'read:';
const removeQueue = 'delete:';
const reactQueue = 'react:';

export const isChatWrite = ({ queue }: Pick<OutboxEntry, 'queue'>): boolean =>
  [sendQueue, readQueue, removeQueue, reactQueue].some((start) => queue.startsWith(start));

export const isRefusedReaction = ({ queue, state }: Pick<OutboxEntry, 'queue' | 'state'>): boolean =>
  queue.startsWith(reactQueue) && state === 'failed';

export function chatWritesOf(entries: readonly OutboxEntry[]): ChatWrites {
  const sends = entries.filter(({ queue }) => queue.startsWith(sendQueue));
  const underWay = entries.filter(({ state }) => state !== 'failed');
  return {
    messages: sends.filter(({ queue }) => queue !== areaQueue).map(waitingOf),
    broadcasts: sends.filter(({ queue }) => queue === areaQueue).map(waitingOf),
    readIds: idsIn(underWay, readQueue),
    removedIds: idsIn(underWay, removeQueue),
    reactions: new Map(
      underWay
        .filter(({ queue }) => queue.startsWith(reactQueue))
        .map(({ queue, body }) => [queue.slice(reactQueue.length), textIn(body, 'emoji')]),
    ),
  };
}

/** The text of a refusal, in terms of the conversation it happened in. */
function refusalWords({ queue, reason }: Pick<OutboxEntry, 'queue' | 'reason'>): string | null {
  if (reason === null) return null;
  if (reason.code !== 'not-found') return reason.message;
  return queue === areaQueue ? 'A picture in it is no longer there.' : 'This member can’t be reached.';
}

function waitingOf(entry: OutboxEntry): WaitingMessage {
  const { id, key, queue, state, body, createdMs } = entry;
  const pictureIds = fieldOf(body, 'profilePicIds');
  return {
    entryId: id,
    key,
    peer: queue.slice(sendQueue.length),
    state,
    text: textIn(body, 'bodyText') ?? '',
    pictureIds: Array.isArray(pictureIds) ? pictureIds.filter((pictureId) => typeof pictureId === 'string') : [],
    replyToId: textIn(body, 'replyToId'),
    writtenMs: createdMs,
    reason: refusalWords(entry),
  };
}

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

function textIn(body: unknown, name: string): string | null {
  const value = fieldOf(body, name);
  return typeof value === 'string' ? value : null;
}

const idsIn = (entries: readonly OutboxEntry[], start: string): ReadonlySet<string> =>
  new Set(entries.filter(({ queue }) => queue.startsWith(start)).map(({ queue }) => queue.slice(start.length)));
