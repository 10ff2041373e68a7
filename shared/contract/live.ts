// Everything the socket carries, as one union of events each way; contents equal what the matching call would answer.
import * as z from 'zod/mini';
import { id, sectorText } from './fields.ts';
import { likeTypes } from '#shared/rules/likes.ts';
import { broadcast, message } from './messages.ts';
import { profileBrief } from './profiles.ts';

/** The server sends them in lists: the events of one moment. Take the new revision to resume from after the whole list. */
const liveEvent = z.discriminatedUnion('type', [
  /** First on each connection: up to where the member is current, or that he must ask the calls again. */
  z.object({ type: z.literal('hello'), revision: z.number(), mustResync: z.boolean() }),
  /** A new message, or one that was read, deleted or taken back: the whole message as it is now for this member. */
  z.object({ type: z.literal('message'), message }),
  /** A message of this member's that is no more for him (deleted for him, or taken back by its sender). */
  z.object({ type: z.literal('messageGone'), messageId: id, peerProfileId: id, revision: z.number() }),
  z.object({ type: z.literal('typing'), profileId: id }),
  /** Somebody spoke to a sector that is looked at, or the member himself did on any of his devices. */
  z.object({ type: z.literal('broadcast'), message: broadcast }),
  /** A broadcast that is no more: its sender took it back from everybody, or the member deleted it for himself. */
  z.object({ type: z.literal('broadcastGone'), messageId: id, sector: z.string() }),
  /** Somebody likes the member (LIKE), or no longer does (UNDETERMINED). */
  z.object({ type: z.literal('like'), likerProfileId: id, likeType: z.enum(likeTypes), isMutual: z.boolean() }),
  /** Somebody likes a picture of the member, or no longer does. */
  z.object({ type: z.literal('picLike'), profilePicId: id }),
  z.object({ type: z.literal('notifications') }),
  /** The member muted a conversation or switched it on again, on this device or another. */
  z.object({ type: z.literal('mutes') }),
  /** The own private note about this profile changed, on this device or another. */
  z.object({ type: z.literal('note'), aboutProfileId: id }),
  /** A member in a sector that is looked at has a new published point or brief. */
  z.object({ type: z.literal('brief'), brief: profileBrief }),
  /** A member left a sector that is looked at: moved on, hidden, or his position ended. His profile is still there. */
  z.object({ type: z.literal('left'), profileId: id }),
  /** A member is no longer there for this one: blocked either way, or deleted. */
  z.object({ type: z.literal('gone'), profileId: id }),
  /** A member's private pictures are there for this one from now on, or no more. */
  z.object({ type: z.literal('privatePictures'), profileId: id }),
  /** The own account changed on another device. */
  z.object({ type: z.literal('settings') }),
  /** The own profile changed, on this device or another. */
  z.object({ type: z.literal('profile') }),
  z.object({ type: z.literal('pong') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** How the server closes: 4401 log in again, 4409 another of this member's sockets took this one's place, 1008 misuse, 1001 come back. */
export const closeCodes = { ended: 4401, replaced: 4409, misuse: 1008, goingAway: 1001 } as const;

export const liveCommand = z.discriminatedUnion('type', [
  /** First on each connection: the last revision seen. Null on a device that has seen none: it asks the calls and is told what comes. */
  z.object({ type: z.literal('resume'), revision: z.nullable(z.number().check(z.gte(0))) }),
  z.object({ type: z.literal('ping') }),
  /** The sectors that the map or the area's chat shows (at most 100); replaces the earlier ones. */
  z.object({
    type: z.literal('watchSectors'),
    sectors: z.array(sectorText).check(z.maxLength(100)),
  }),
  /** What is on screen, so that no push is sent for it: the open conversation, or null. */
  z.object({ type: z.literal('looking'), isVisible: z.boolean(), conversationWith: z.nullable(id) }),
  z.object({ type: z.literal('typing'), recipientProfileId: id }),
]);
export type LiveCommand = z.infer<typeof liveCommand>;
