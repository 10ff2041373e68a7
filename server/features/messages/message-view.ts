// A message as one member sees it, for calls and sockets.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { Broadcast, Broadcaster, Message } from '#shared/contract/messages.ts';
import type { StoredMessage } from './messages.store.ts';

const hourMs = 3_600_000;

/** Rounded down to the hour, since it is also a time at which its recipient was here. */
const disclosedReadMs = ({ is_read_told, read_ms, created_ms }: StoredMessage): number | null =>
  is_read_told === 0 || read_ms === null ? null : Math.max(created_ms, read_ms - (read_ms % hourMs));

/** Higher than the numbers that devices hold from builds in which all conversations shared one sequence. */
const firstSequence = 2 ** 32;
/** Exact in a number together with the sequence, and too small for any count of changes to reach the next sequence. */
const changeStep = 2 ** -20;

/** Consecutive in a conversation; the time of a broadcast, since its number would count hidden members' broadcasts. */
const sequenceOf = (row: StoredMessage): number => (row.pair === null ? row.created_ms : firstSequence + row.place);

/** The state that is disclosed to the viewer. */
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
  };
}

/** With only those pictures that its sender still shows to everyone. */
export const broadcastFor = (viewerId: string, row: StoredMessage, profile: Broadcaster, metres?: number): Broadcast => ({
  ...messageFor(viewerId, row),
  sector: row.sector ?? '',
  profilePicIds: row.picIds.filter((id) => profile.profilePicIds.includes(id)),
  revision: row.created_ms,
  profile,
  ...(metres === undefined ? {} : { distanceMetres: metres }),
});

/** The last change that is disclosed to the viewer, in the server's sequence. */
export const revisionFor = (viewerId: string, row: StoredMessage): number =>
  viewerId === row.sender_id ? row.sender_revision : row.revision;

export const peerOf = (viewerId: string, row: StoredMessage): string =>
  row.sender_id === viewerId ? (row.recipient_id ?? '') : row.sender_id;

export const isGoneFor = (viewerId: string, row: StoredMessage): boolean =>
  (viewerId === row.sender_id ? row.sender_deleted_ms : row.recipient_deleted_ms) !== null;

export const eventFor = (viewerId: string, row: StoredMessage): LiveEvent =>
  isGoneFor(viewerId, row)
    ? { type: 'messageGone', messageId: row.id, peerProfileId: peerOf(viewerId, row), revision: stateFor(viewerId, row) }
    : { type: 'message', message: messageFor(viewerId, row) };
