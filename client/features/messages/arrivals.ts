// Returns the messages and reactions of others that are new to a member who is reading a conversation or an area.
import type { Message } from '#shared/contract/messages.ts';

export interface Arrival<M extends Message> {
  readonly message: M;
  /** A new reaction to a message of the reader. Null if the message itself is new. */
  readonly reaction: string | null;
}

/** At most this many are announced at once. */
const maxArrivals = 3;

/** `before` and `now` are newest first, and arrivals are oldest first. Older messages that `now` adds are no arrivals. */
export function arrivals<M extends Message>(ownId: string, before: readonly M[], now: readonly M[]): Arrival<M>[] {
  const known = new Map(before.map((message) => [message.id, message]));
  const newest = before[0]?.sequence ?? 0;
  const found = now.flatMap((message): Arrival<M>[] => {
    const isOwn = message.senderProfileId === ownId;
    const earlier = known.get(message.id);
    if (earlier === undefined) return isOwn || message.sequence < newest ? [] : [{ message, reaction: null }];
    const { recipientReaction: reaction } = message;
    return isOwn && reaction && reaction !== earlier.recipientReaction ? [{ message, reaction }] : [];
  });
  return found.slice(0, maxArrivals).toReversed();
}
