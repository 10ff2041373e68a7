// Creates messages, outbox entries and the server's pages of messages for tests of conversations.
import type { Broadcast, Broadcaster, ConversationListed, Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

export const own = 'ada';
export const peer = 'ben';

/** Creates an unread message from the other member, with `change` applied. */
export const message = (sequence: number, change: Partial<Message> = {}): Message => ({
  id: `m${sequence}`,
  senderProfileId: peer,
  recipientProfileId: own,
  bodyText: `text ${sequence}`,
  profilePicIds: [],
  tsCreated: Date.UTC(2026, 10, 20, 12, sequence),
  tsRecipientRead: null,
  tsRecipientDeleted: null,
  tsSenderDeleted: null,
  sequence,
  revision: sequence,
  ...change,
});

export const ownMessage = (sequence: number, change: Partial<Message> = {}): Message =>
  message(sequence, { senderProfileId: own, recipientProfileId: peer, clientId: `k${sequence}`, ...change });

const broadcaster = (profileId: string): Broadcaster => ({
  profileId,
  session: null,
  profileName: profileId,
  profilePicIds: [],
  profileAge: 36,
});
export const me = broadcaster(own);

/** Creates a broadcast from the other member, with `change` applied. */
export const broadcast = (sequence: number, change: Partial<Broadcast> = {}): Broadcast => {
  const { recipientProfileId: _, ...rest } = message(sequence);
  return { ...rest, sector: '33:-113', profile: broadcaster(change.senderProfileId ?? peer), ...change };
};

export const ownBroadcast = (sequence: number, change: Partial<Broadcast> = {}): Broadcast =>
  broadcast(sequence, { senderProfileId: own, clientId: `k${sequence}`, ...change });

export const listed = (newest: Message, peerId: string, unread = 0): ConversationListed => ({
  ...newest,
  unread,
  profile: { profileId: peerId, session: null, profileName: peerId, profilePicIds: [] },
});

const entry: OutboxEntry = {
  id: 'e',
  order: 1,
  profile: own,
  queue: `messages:${peer}`,
  state: 'waiting',
  tries: 0,
  nextMs: 0,
  createdMs: Date.UTC(2026, 10, 20, 13),
  key: 'k',
  version: null,
  reason: null,
  method: 'POST',
  path: '/api/message',
  body: null,
  label: '',
  keeps: 'message',
};

/** Creates a message that waits in the outbox. */
export const waiting = (key: string, change: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...entry,
  id: `entry-${key}`,
  key,
  body: { bodyText: `waiting ${key}`, profilePicIds: [] },
  ...change,
});

/** Creates a write without a body in the outbox, such as a read mark or a deletion. */
export const pendingWrite = (queue: string): OutboxEntry => ({
  ...entry,
  id: queue,
  queue,
  method: 'PUT',
  path: '/',
  keeps: null,
});

/** The server's answer to a request for a page of a conversation: the newest 20 messages, or those before `beforeMessageId`. */
export function pageOf(onServer: readonly Message[], path: string): Response {
  const before = new URL(path, 'http://server').searchParams.get('beforeMessageId');
  const limit = onServer.find(({ id }) => id === before)?.sequence ?? Number.POSITIVE_INFINITY;
  const older = onServer.filter(({ sequence }) => sequence < limit);
  return Response.json(older.toReversed().slice(0, limits.messagesPage));
}
