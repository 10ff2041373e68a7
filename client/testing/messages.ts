// Messages and waiting writes for tests of conversations.
import type { Broadcast, Broadcaster, ConversationListed, Message } from '#shared/contract/messages.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';

export const own = 'ada';
export const peer = 'ben';

/** A message at a place in the server's order; from the peer and unread unless said otherwise. */
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

const speaker = (profileId: string): Broadcaster => ({
  profileId,
  session: null,
  profileName: profileId,
  profilePicIds: [],
  profileAge: 36,
});
export const me = speaker(own);

/** A message to the area, from the peer unless said otherwise. */
export const broadcast = (sequence: number, change: Partial<Broadcast> = {}): Broadcast => {
  const { recipientProfileId: _, ...said } = message(sequence);
  return { ...said, sector: '33:-113', profile: speaker(change.senderProfileId ?? peer), ...change };
};

export const ownBroadcast = (sequence: number, change: Partial<Broadcast> = {}): Broadcast =>
  broadcast(sequence, { senderProfileId: own, clientId: `k${sequence}`, ...change });

export const listed = (newest: Message, with_: string, unread = 0): ConversationListed => ({
  ...newest,
  unread,
  profile: { profileId: with_, session: null, profileName: with_, profilePicIds: [] },
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

/** A message that waits in the outbox. */
export const waiting = (key: string, change: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...entry,
  id: `entry-${key}`,
  key,
  body: { bodyText: `waiting ${key}`, profilePicIds: [] },
  ...change,
});

/** A read mark or a deletion on its way. */
export const underWay = (queue: string): OutboxEntry => ({ ...entry, id: queue, queue, method: 'PUT', path: '/', keeps: null });
