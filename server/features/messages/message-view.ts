// A message as one member sees it, for calls and sockets.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { Broadcast, Broadcaster, Message } from '#shared/contract/messages.ts';
import type { StoredMessage } from './messages.store.ts';

export function messageFor(viewerId: string, row: StoredMessage): Message {
  const isSender = viewerId === row.sender_id;
  return {
    id: row.id,
    senderProfileId: row.sender_id,
    ...(row.recipient_id === null ? {} : { recipientProfileId: row.recipient_id }),
    bodyText: row.body_text,
    profilePicIds: row.picIds,
    tsCreated: row.created_ms,
    tsRecipientRead: isSender && row.is_read_told === 0 ? null : row.read_ms,
    tsRecipientDeleted: isSender ? null : row.recipient_deleted_ms,
    tsSenderDeleted: isSender ? row.sender_deleted_ms : null,
    sequence: row.sequence,
    revision: revisionFor(viewerId, row),
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
  revision: row.sequence,
  profile,
  ...(metres === undefined ? {} : { distanceMetres: metres }),
});

/** The last change that is disclosed to the viewer. */
export const revisionFor = (viewerId: string, row: StoredMessage): number =>
  viewerId === row.sender_id ? row.sender_revision : row.revision;

export const peerOf = (viewerId: string, row: StoredMessage): string =>
  row.sender_id === viewerId ? (row.recipient_id ?? '') : row.sender_id;

export const isGoneFor = (viewerId: string, row: StoredMessage): boolean =>
  (viewerId === row.sender_id ? row.sender_deleted_ms : row.recipient_deleted_ms) !== null;

export const eventFor = (viewerId: string, row: StoredMessage): LiveEvent =>
  isGoneFor(viewerId, row)
    ? { type: 'messageGone', messageId: row.id, peerProfileId: peerOf(viewerId, row), revision: revisionFor(viewerId, row) }
    : { type: 'message', message: messageFor(viewerId, row) };
