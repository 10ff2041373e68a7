// Sending a message to one member, with the checks of that recipient.
import type { Message } from '#shared/contract/messages.ts';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext, Needs } from './context.ts';
import { seenBy } from './message-view.ts';
import { pairOf } from './messages.store.ts';
import { cachedByProfile } from './profile-cache.ts';
import { sendingOnce, type Audience, type Draft } from './send-once.ts';

/**
 * Stores a message, or returns the first one its sender sent with this key. Problems: those of every message, bad-request to
 * oneself, not-found for a recipient who is not visible to the sender, and for a reply to a message of another conversation.
 */
export type Send = (senderId: string, draft: Draft, key: string) => Promise<Message>;

const maxKnownPairs = 100_000;
/** Recipients are cached for all senders, so visibility is checked as for a stranger; blocks are checked per pair. */
const stranger = '';

export function sending(
  world: World,
  { visibility, profiles, notifications, rates, openers }: Needs,
  context: MessagesContext,
): Send {
  const { bus, limits } = world;
  const { store, storeOf, changed } = context;
  const sendOnce = sendingOnce(world, { visibility, rates }, context);
  const isVisible = cachedByProfile(bus, (profileId) => profiles.isVisible(stranger, profileId));
  /** Pairs that have written to each other: a cache, the conversations are in the database. */
  const knownPairs = new BoundedMap<string, true>(maxKnownPairs);

  /** A reply is valid even when the message was taken back or deleted meanwhile. */
  const wasSaidBetween = async (pair: string, messageId: string) => (await store.find(messageId))?.pair === pair;

  const audienceOf = (senderId: string, recipientId: string, replyToId: string | null): Audience => {
    const pair = pairOf(senderId, recipientId);
    return {
      to: { pair, recipient_id: recipientId, sector: null },
      orderKeys: [senderId, recipientId],
      async refusal() {
        if (recipientId === senderId) return problem('bad-request', { message: 'recipientProfileId: that is yourself.' });
        const isReachable = !visibility.isHidden(senderId, recipientId) && (await isVisible(recipientId));
        if (!isReachable) return problem('not-found');
        return replyToId === null || (await wasSaidBetween(pair, replyToId)) ? null : problem('not-found');
      },
      async follow(tx, row, { name }, demand) {
        const isFirst = !knownPairs.has(pair) && (await storeOf(tx).openConversation(senderId, recipientId));
        if (isFirst) {
          await openers.count(tx, { senderId, recipientId, messageId: row.id, text: row.body_text });
          demand(`conversations-day:${senderId}`, limits.rates.newConversationsPerDay);
        }
        const about = { profileId: recipientId, kind: 'message', aboutProfileId: senderId } as const;
        const notify = await notifications.add(tx, about, name);
        return [changed(recipientId, [row]), changed(senderId, [row]), { orderKey: recipientId, notify }];
      },
    };
  };

  return async (senderId, draft, key) => {
    const recipientId = draft.recipientProfileId ?? '';
    const { row, isNew } = await sendOnce(senderId, draft, key, audienceOf(senderId, recipientId, draft.replyToId ?? null));
    if (isNew) knownPairs.set(pairOf(senderId, recipientId), true);
    return seenBy(senderId, row);
  };
}
