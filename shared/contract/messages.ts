// Direct messages and broadcasts: conversations, history, search, sending, read marks, reactions, deletion.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { reactions } from '#shared/rules/reactions.ts';
import { postMessageCall } from '#shared/rules/worker-calls.ts';
import { endpoint } from './endpoint.ts';
import { flagText, id, longText, sectorText, shortText, timeMs } from './fields.ts';
import { reducedBrief } from './profiles.ts';

export const message = z.object({
  id,
  senderProfileId: id,
  /** Not present in broadcasts. */
  recipientProfileId: z.optional(id),
  /** Only in broadcasts: the sector 'lat:lon' of the sender's published point, even if the sender is hidden. */
  sector: z.optional(z.string()),
  bodyText: z.string(),
  profilePicIds: z.array(id),
  tsCreated: timeMs,
  tsRecipientRead: z.nullable(timeMs),
  tsRecipientDeleted: z.nullable(timeMs),
  tsSenderDeleted: z.nullable(timeMs),
  /** The message's number in its conversation. The numbers have no gaps. For a broadcast it is its time. */
  sequence: z.number(),
  /** The sequence plus a fraction that grows with each change that this member can see. */
  revision: z.number(),
  /** The idempotency key of the message. Only its sender gets it. */
  clientId: z.optional(z.string()),
  /** True if the sender is a test user. */
  isTest: z.optional(z.boolean()),
  /** The message that this one replies to. It may have been deleted. */
  replyToId: z.optional(id),
  /** The reactions of the sender and of the recipient. */
  senderReaction: z.optional(z.string()),
  recipientReaction: z.optional(z.string()),
  /** The state of a picture that the recipient can view once. The picture has no id in the message. */
  viewOnce: z.optional(z.enum(['unviewed', 'viewed'])),
});
export type Message = z.infer<typeof message>;

const conversationListed = z.extend(message, { profile: reducedBrief, unread: z.number() });
export type ConversationListed = z.infer<typeof conversationListed>;

/** A message found by a search, with the other member of the conversation. */
const messageFound = z.object({
  id,
  profile: reducedBrief,
  senderProfileId: id,
  tsCreated: timeMs,
  /** One line around the first match. */
  excerpt: z.string(),
});
export type MessageFound = z.infer<typeof messageFound>;

/** The sender of a broadcast. */
export const broadcaster = z.extend(reducedBrief, { profileAge: z.number() });
export type Broadcaster = z.infer<typeof broadcaster>;

/** A broadcast to an area. The sector is its only position. */
export const broadcast = z.extend(message, {
  sector: z.string(),
  profile: broadcaster,
  /**
   * The distance from the caller to the sender's published point. Live events do not have it, because they are the same for all
   * recipients.
   */
  distanceMetres: z.optional(z.number()),
});
export type Broadcast = z.infer<typeof broadcast>;

const since = z.object({ sinceMessageId: z.optional(id), beforeMessageId: z.optional(id) });

export const messages = {
  getMostRecentWith: endpoint({
    method: 'GET',
    path: '/api/messages/most-recent-with/{id}',
    who: 'USER',
    summary: "The most recent message of each of the caller's conversations, newest first, 20 at a time.",
    params: z.object({ id }),
    query: since,
    actor: 'params.id',
    reply: z.array(conversationListed),
  }),
  getBetween: endpoint({
    method: 'GET',
    path: '/api/messages/between/{a}/{b}',
    who: 'USER',
    summary:
      "One conversation, newest first, 20 at a time: the newest messages, those directly after sinceMessageId, or directly before beforeMessageId. One of the two profiles is the caller's.",
    params: z.object({ a: id, b: id }),
    query: since,
    reply: z.array(message),
  }),
  getSearch: endpoint({
    method: 'GET',
    path: '/api/messages/search',
    who: 'USER',
    summary:
      "Messages of the caller's conversations that contain all words (the last may be a prefix), newest first, 20 at a time, before beforeMessageId if given.",
    query: z.object({ text: shortText(limits.maxSearchTextLength), beforeMessageId: z.optional(id) }),
    reply: z.array(messageFound),
  }),
  getBySector: endpoint({
    method: 'GET',
    path: '/api/messages/by-sector/{sector}',
    who: 'USER',
    summary:
      'Broadcasts in one sector, newest first, 20 at a time: the newest, those directly after sinceMessageId, or directly before beforeMessageId.',
    params: z.object({ sector: sectorText }),
    query: z.extend(since, { includeTestData: flagText }),
    reply: z.array(broadcast),
  }),
  getOwnSector: endpoint({
    method: 'GET',
    path: '/api/messages/own-sector',
    who: 'USER',
    summary: "The sector to which the caller's broadcasts go, even while hidden; null without a position.",
    reply: z.object({ sector: z.nullable(z.string()) }),
  }),
  getMessage: endpoint({
    method: 'GET',
    path: '/api/message/{id}',
    who: 'USER',
    summary: "One message of the caller's conversations, unless deleted for them.",
    params: z.object({ id }),
    reply: message,
  }),
  postMessage: endpoint({
    ...postMessageCall,
    who: 'USER',
    rate: 'messages',
    summary:
      'Send a message, or without a recipient a broadcast (409 no-position without a position). A repeated Idempotency-Key returns the same message.',
    body: z.strictObject({
      senderProfileId: id,
      recipientProfileId: z.optional(z.nullable(id)),
      bodyText: longText(),
      profilePicIds: z._default(z.array(id).check(z.maxLength(limits.picturesPerMessage)), []),
      /** The Idempotency-Keys of the pictures that were uploaded for this conversation; not for broadcasts. */
      chatPicKeys: z.optional(z.array(id).check(z.maxLength(limits.picturesPerMessage))),
      /** The recipient can view the picture once. It has to be the message's only one, uploaded for this conversation. */
      viewOnce: z.optional(z.boolean()),
      tsCreated: z.optional(z.nullable(z.number())),
      /** The id of a message of the same conversation. Broadcasts have no replies. */
      replyToId: z.optional(z.nullable(id)),
    }),
    actor: 'body.senderProfileId',
    needsProfile: () => true,
    /** The sent message. A broadcast also contains its sender. */
    reply: z.extend(message, { profile: z.optional(broadcaster) }),
  }),
  putMessageRead: endpoint({
    method: 'PUT',
    path: '/api/message-read/{id}',
    who: 'USER',
    whileSuspended: () => true,
    summary: 'Mark this message and all earlier ones of its conversation as read; for its recipient only.',
    params: z.object({ id }),
    reply: message,
    waits: { queue: 'read', per: ({ params }) => params.id, goneMeansDone: 'always', replyCache: 'message' },
  }),
  postMessageView: endpoint({
    method: 'POST',
    path: '/api/message-view/{id}',
    who: 'USER',
    rate: 'pictures',
    summary:
      'View a picture that can be viewed once; for its recipient only. A repeated Idempotency-Key returns it again for one hour in the same session, every other call answers 410 viewed-once.',
    params: z.object({ id }),
    bytes: 'image/webp',
  }),
  putMessageReaction: endpoint({
    method: 'PUT',
    path: '/api/message-reaction/{id}',
    who: 'USER',
    rate: 'messages',
    summary: "React to a message of the caller's conversations; null removes the reaction.",
    params: z.object({ id }),
    body: z.strictObject({ emoji: z.nullable(z.enum(reactions)) }),
    whileSuspended: ({ body }) => body.emoji === null,
    needsProfile: ({ body }) => body.emoji !== null,
    reply: message,
    waits: { queue: 'react', per: ({ params }) => params.id, replyCache: 'message' },
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/api/message/{id}',
    who: 'USER',
    whileSuspended: () => true,
    summary:
      'Delete a message for the caller; with forBoth its sender unsends it for both members, or a broadcast for everybody.',
    params: z.object({ id }),
    query: z.object({ forBoth: flagText }),
    waits: { queue: 'delete', per: ({ params }) => params.id, goneMeansDone: 'always', replyCache: 'deleted-message' },
  }),
};
