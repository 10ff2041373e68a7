// Events and commands of the WebSocket; their entities are those of the HTTP calls.
import * as z from 'zod/mini';
import { id, sectorText } from './fields.ts';
import { likeTypes } from '#shared/rules/likes.ts';
import { broadcast, message } from './messages.ts';
import { profileBrief } from './profiles.ts';

/** A frame is a list of events. */
export const liveEvent = z.discriminatedUnion('type', [
  /**
   * The first event of a connection: whether the client must reload by HTTP. `missed` has the types of events for this member since
   * the mark of the `resume`, without those of messages, which follow. Without it, there may have been any.
   */
  z.object({ type: z.literal('hello'), mustResync: z.boolean(), missed: z.optional(z.readonly(z.array(z.string()))) }),
  /** The last event of a frame, which only the server can read. The client sends it when it reconnects, once it has processed the frame. */
  z.object({ type: z.literal('cursor'), cursor: z.string() }),
  /** A new or changed message as this member sees it. */
  z.object({ type: z.literal('message'), message }),
  /** A message that no longer exists for this member: deleted by them, unsent by its sender, or withheld by a decision. */
  z.object({ type: z.literal('messageGone'), messageId: id, peerProfileId: id, revision: z.number() }),
  z.object({ type: z.literal('typing'), profileId: id }),
  /** A new broadcast in a watched sector, or one that this member sent from any device. */
  z.object({ type: z.literal('broadcast'), message: broadcast }),
  /** A broadcast that its sender withdrew, that this member deleted for themselves, or that a decision withholds. */
  z.object({ type: z.literal('broadcastGone'), messageId: id, sector: z.string() }),
  /** Another member likes this member (LIKE), or no longer does (UNDETERMINED). */
  z.object({ type: z.literal('like'), likerProfileId: id, likeType: z.enum(likeTypes), isMutual: z.boolean() }),
  /** Another member likes a picture of this member, or no longer does. */
  z.object({ type: z.literal('picLike'), profilePicId: id }),
  z.object({ type: z.literal('notifications') }),
  /** The member muted or unmuted a conversation on any device. */
  z.object({ type: z.literal('mutes') }),
  /** This member's private note about a profile changed on any device. */
  z.object({ type: z.literal('note'), aboutProfileId: id }),
  /** A member in a watched sector has a new published point or brief. */
  z.object({ type: z.literal('brief'), brief: profileBrief }),
  /** A member is no longer in a watched sector, because they moved, hid or have no position. Their profile still exists. */
  z.object({ type: z.literal('left'), profileId: id }),
  /** A member is no longer visible to this member: blocked in either direction, suspended or deleted. */
  z.object({ type: z.literal('gone'), profileId: id }),
  /** A member's private pictures became visible or invisible to this member. */
  z.object({ type: z.literal('privatePictures'), profileId: id }),
  /** The account, its sessions or its passkeys changed on any device. */
  z.object({ type: z.literal('settings') }),
  /** The member's own profile changed on any device. */
  z.object({ type: z.literal('profile') }),
  z.object({ type: z.literal('pong') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** Close codes: 4401 log in again, 4409 replaced by another socket of the member, 4423 locked, 1008 misuse, 1001 reconnect. */
export const closeCodes = { ended: 4401, replaced: 4409, locked: 4423, misuse: 1008, goingAway: 1001 } as const;

export const liveCommand = z.discriminatedUnion('type', [
  /**
   * The first command of a connection. It contains the last cursor that the device received, or null on a new device, and the proof
   * of an open app lock if the session has a lock. Without a valid cursor, the client must reload by HTTP. `since` is the earliest
   * mark of the answers that the page has (shared/rules/answer-mark.ts), and `sectors` are those that it shows, at most 100.
   */
  z.object({
    type: z.literal('resume'),
    cursor: z.optional(z.nullable(z.union([z.string(), z.number()]))),
    proof: z.optional(z.string().check(z.maxLength(100))),
    since: z.optional(z.string().check(z.maxLength(60))),
    sectors: z.optional(z.array(sectorText).check(z.maxLength(100))),
  }),
  z.object({ type: z.literal('ping') }),
  /**
   * The sectors that the map or the area chat shows, at most 100. They replace the sectors of the previous command, unless the member has
   * looked at too many different ones today.
   */
  z.object({
    type: z.literal('watchSectors'),
    sectors: z.array(sectorText).check(z.maxLength(100)),
  }),
  /** The conversation that is open on the screen, or null. The server sends no push for it. */
  z.object({ type: z.literal('looking'), isVisible: z.boolean(), conversationWith: z.nullable(id) }),
  z.object({ type: z.literal('typing'), recipientProfileId: id }),
]);
export type LiveCommand = z.infer<typeof liveCommand>;
