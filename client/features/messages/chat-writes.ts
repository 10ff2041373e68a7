// Reads undelivered messages, read marks, removals and reactions from the outbox.
import { t } from '#client/device/texts.ts';
import { fieldOf, textAt } from '#shared/rules/unknown-fields.ts';
import { textsAt } from '#client/offline/text-lists.ts';
import type { Draft } from '#client/offline/cached-values.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';

export interface WaitingMessage extends Draft {
  /** The message's pictures on this device. They are uploaded before the message is sent. */
  readonly uploadIds: readonly string[];
  /** The recipient can view the picture only once. */
  readonly isViewOnce: boolean;
  readonly entryId: string;
  /** The `clientId` that the message has once it is delivered. */
  readonly key: string;
  readonly peer: string;
  readonly state: OutboxEntry['state'];
  /** The time on the device's clock. */
  readonly writtenMs: number;
  readonly reason: string | null;
}

export interface ChatWrites {
  /** The messages to single members, oldest first. */
  readonly messages: readonly WaitingMessage[];
  /** The messages to the area, oldest first. */
  readonly broadcasts: readonly WaitingMessage[];
  /** Each read mark also marks all earlier messages as read. */
  readonly readIds: ReadonlySet<string>;
  readonly removedIds: ReadonlySet<string>;
  /** The members whose block waits for a connection. */
  readonly blockedIds: ReadonlySet<string>;
  /** The member's emoji for each message. Null removes the emoji. */
  readonly reactions: ReadonlyMap<string, string | null>;
}

const sendQueue = 'messages:';
const areaQueue = `${sendQueue}broadcast`;
const readQueue = 'read:';
const removeQueue = 'delete:';
const reactQueue = 'react:';

export const isChatWrite = ({ queue }: Pick<OutboxEntry, 'queue'>): boolean =>
  [sendQueue, readQueue, removeQueue, reactQueue].some((prefix) => queue.startsWith(prefix));

export const isRefusedReaction = ({ queue, state }: Pick<OutboxEntry, 'queue' | 'state'>): boolean =>
  queue.startsWith(reactQueue) && state === 'failed';

/** `uploads` are the waiting pictures, some of which belong to messages. */
export function chatWritesOf(
  entries: readonly OutboxEntry[],
  uploads: readonly UploadEntry[] = [],
  blockedIds: ReadonlySet<string> = new Set(),
): ChatWrites {
  const sends = entries.filter(({ queue }) => queue.startsWith(sendQueue));
  const waiting = entries.filter(({ state }) => state !== 'failed');
  return {
    messages: sends.filter(({ queue }) => queue !== areaQueue).map((entry) => waitingMessage(entry, uploads)),
    broadcasts: sends.filter(({ queue }) => queue === areaQueue).map((entry) => waitingMessage(entry, uploads)),
    readIds: idsIn(waiting, readQueue),
    removedIds: idsIn(waiting, removeQueue),
    blockedIds,
    reactions: new Map(
      waiting
        .filter(({ queue }) => queue.startsWith(reactQueue))
        .map(({ queue, body }) => [queue.slice(reactQueue.length), textAt(body, 'emoji')]),
    ),
  };
}

/** Returns why the server refused a message, as a text for its conversation. */
function refusalText({ queue, reason }: Pick<OutboxEntry, 'queue' | 'reason'>): string | null {
  if (reason === null) return null;
  if (reason.code !== 'not-found') return reason.message;
  return queue === areaQueue ? t('A picture in it is no longer there.') : t('This member can’t be reached.');
}

function waitingMessage(entry: OutboxEntry, uploads: readonly UploadEntry[]): WaitingMessage {
  const { id, key, queue, body, createdMs, uploadIds = [] } = entry;
  const refused = uploads.find((upload) => upload.state === 'failed' && uploadIds.includes(upload.id));
  return {
    entryId: id,
    key,
    peer: queue.slice(sendQueue.length),
    state: refused === undefined ? entry.state : 'failed',
    uploadIds,
    isViewOnce: fieldOf(body, 'viewOnce') === true,
    text: textAt(body, 'bodyText') ?? '',
    pictureIds: textsAt(body, 'profilePicIds'),
    replyToId: textAt(body, 'replyToId'),
    writtenMs: createdMs,
    reason: refusalText(refused === undefined ? entry : { queue, reason: refused.reason }),
  };
}

const idsIn = (entries: readonly OutboxEntry[], prefix: string): ReadonlySet<string> =>
  new Set(entries.filter(({ queue }) => queue.startsWith(prefix)).map(({ queue }) => queue.slice(prefix.length)));
