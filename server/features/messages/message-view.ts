// Builds a message as one of the two members may see it, for calls and sockets.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { Broadcast, Broadcaster, Message } from '#shared/contract/messages.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { StoredMessage } from './messages.store.ts';

/** Rounded down to the hour, because it also tells when the recipient was online. */
const disclosedReadMs = ({ is_read_told, read_ms, created_ms }: StoredMessage): number | null =>
  is_read_told === 0 || read_ms === null ? null : Math.max(created_ms, read_ms - (read_ms % hourMs));

/** Higher than all numbers from earlier builds, in which all conversations shared one sequence. */
const firstSequence = 2 ** 32;
/** So small that no count of changes reaches the next sequence, and so large that a number holds both exactly. */
const changeStep = 2 ** -20;

/** A number without gaps in a conversation. A broadcast has its time, since a number would count hidden members' broadcasts. */
const sequenceOf = (row: StoredMessage): number => (row.pair === null ? row.created_ms : firstSequence + row.place);

/** The message's state as the viewer may know it. */
const stateFor = (viewerId: string, row: StoredMessage): number =>
  sequenceOf(row) + changeStep * (viewerId === row.sender_id ? row.sender_changes : row.changes);

export function messageFor(viewerId: string, row: StoredMessage): Message {
  const isSender = viewerId === row.sender_id;
  return {
    id: row.id,
    senderProfileId: row.sender_id,
    ...(row.recipient_id === null ? {} : { recipientProfileId: row.recipient_id }),
    bodyText: row.body_text,
    profilePicIds: row.picIds,
    tsCreated: row.created_ms,
    tsRecipientRead: isSender ? disclosedReadMs(row) : row.read_ms,
    tsRecipientDeleted: isSender ? null : row.recipient_deleted_ms,
    tsSenderDeleted: isSender ? row.sender_deleted_ms : null,
    sequence: sequenceOf(row),
    revision: stateFor(viewerId, row),
    ...(isSender ? { clientId: row.idempotency_key } : {}),
    ...(row.is_test === 1 ? { isTest: true } : {}),
    ...(row.reply_to_id === null ? {} : { replyToId: row.reply_to_id }),
    ...(row.sender_reaction === null ? {} : { senderReaction: row.sender_reaction }),
    ...(row.recipient_reaction === null ? {} : { recipientReaction: row.recipient_reaction }),
    ...(row.view_once === null ? {} : { viewOnce: row.view_once }),
  };
}

/** A broadcast contains only those pictures that the sender still shows to everybody. */
export const broadcastFor = (viewerId: string, row: StoredMessage, profile: Broadcaster, metres?: number): Broadcast => ({
  ...messageFor(viewerId, row),
  sector: row.sector ?? '',
  profilePicIds: row.picIds.filter((id) => profile.profilePicIds.includes(id)),
  revision: row.created_ms,
  profile,
  ...(metres === undefined ? {} : { distanceMetres: metres }),
});

/** The server's revision of the last change that the viewer may know of. */
export const revisionFor = (viewerId: string, row: StoredMessage): number =>
  viewerId === row.sender_id ? row.sender_revision : row.revision;

export const peerOf = (viewerId: string, row: StoredMessage): string =>
  row.sender_id === viewerId ? (row.recipient_id ?? '') : row.sender_id;

export const isGoneFor = (viewerId: string, row: StoredMessage): boolean =>
  (viewerId === row.sender_id ? row.sender_deleted_ms : row.recipient_deleted_ms) !== null;

/** Its sender has unsent it, and not only deleted it for themselves, which leaves its content. */
export const isTakenBack = ({ sender_deleted_ms, body_text, picIds, view_once }: StoredMessage): boolean =>
  sender_deleted_ms !== null && body_text === '' && picIds.length === 0 && view_once === null;

export const eventFor = (viewerId: string, row: StoredMessage): LiveEvent =>
  isGoneFor(viewerId, row)
    ? { type: 'messageGone', messageId: row.id, peerProfileId: peerOf(viewerId, row), revision: stateFor(viewerId, row) }
    : { type: 'message', message: messageFor(viewerId, row) };
