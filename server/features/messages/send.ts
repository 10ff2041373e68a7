// Sends a message to one member.
import type { Message } from '#shared/contract/messages.ts';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext, Dependencies } from './context.ts';
import { messageFor } from './message-view.ts';
import { pairOf } from './messages.store.ts';
import { createProfileCache } from '#server/outside/profile-cache.ts';
import { createSendOnce, type Audience, type Draft } from './send-once.ts';

/**
 * Stores a message, or returns the earlier one if the sender repeats a key. Problems: those of every message, bad-request to
 * oneself, not-found for a recipient hidden from the sender and for a reply to a message of another conversation.
 */
export type Send = (senderId: string, draft: Draft, key: string) => Promise<Message>;

const maxKnownPairs = 100_000;
/** All senders share the cache, so it stores visibility for no viewer in particular. Blocks are checked separately. */
const anyViewer = '';

export function createSend(
  world: World,
  { visibility, profiles, notifications, rates, openers }: Dependencies,
  context: MessagesContext,
): Send {
  const { bus, limits } = world;
  const { store, storeOf, changeNotification } = context;
  const sendOnce = createSendOnce(world, { visibility, rates }, context);
  const isVisible = createProfileCache(bus, (profileId) => profiles.isVisible(anyViewer, profileId));
  /** A cache of the pairs that have a conversation. */
  const knownPairs = new BoundedMap<string, true>(maxKnownPairs);

  /** True even if the message was unsent or deleted. */
  const isInConversation = async (pair: string, messageId: string) => (await store.find(messageId))?.pair === pair;

  const audienceOf = (senderId: string, recipientId: string, replyToId: string | null): Audience => {
    const pair = pairOf(senderId, recipientId);
    return {
      to: { pair, recipient_id: recipientId, sector: null },
      orderKeys: [senderId, recipientId],
      async refusal() {
        if (recipientId === senderId)
          return problem('bad-request', { message: 'recipientProfileId: You cannot write to yourself.' });
        // In this order, so that the time of the answer does not disclose a block.
        const isReachable = (await isVisible(recipientId)) && !visibility.isHidden(senderId, recipientId);
        if (!isReachable) return problem('not-found');
        return replyToId === null || (await isInConversation(pair, replyToId)) ? null : problem('not-found');
      },
      async afterInsert(tx, row, { name }, useAllowance) {
        const isFirst = !knownPairs.has(pair) && (await storeOf(tx).openConversation(senderId, recipientId));
        if (isFirst) {
          await openers.count(tx, { senderId, recipientId, messageId: row.id, text: row.body_text });
          useAllowance(`conversations-day:${senderId}`, limits.rates.newConversationsPerDay);
        }
        await notifications.add(tx, { profileId: recipientId, kind: 'message', aboutProfileId: senderId }, name);
        return [changeNotification(recipientId, [row]), changeNotification(senderId, [row])];
      },
    };
  };

  return async (senderId, draft, key) => {
    const recipientId = draft.recipientProfileId ?? '';
    const { row, isNew } = await sendOnce(senderId, draft, key, audienceOf(senderId, recipientId, draft.replyToId ?? null));
    if (isNew) knownPairs.set(pairOf(senderId, recipientId), true);
    return messageFor(senderId, row);
  };
}
