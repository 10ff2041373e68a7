// Sending a message to one member, with the check of who may write to whom.
import type { Message } from '#shared/contract/messages.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext, Needs } from './context.ts';
import { seenBy } from './message-view.ts';
import { pairOf } from './messages.store.ts';
import { rememberedByProfile } from './remembered.ts';
import { sendingOnce, type Audience, type Draft } from './send-once.ts';

/**
 * Stores a message, or gives the first one its sender sent with this key. Problems: those of every message, bad-request to oneself,
 * not-found for a recipient who is not
 * there for the sender, and for an answer to a message of another conversation.
 */
export type Send = (senderId: string, draft: Draft, key: string) => Promise<Message>;

const knownPairsMost = 100_000;
/** Visibility is asked as a stranger would: who blocks whom is asked per pair. */
const stranger = '';

export function sending(
  world: World,
  { visibility, profiles, notifications, rates, openers }: Needs,
  context: MessagesContext,
): Send {
  const { bus, limits } = world;
  const { store, storeOf, changed } = context;
  const sendOnce = sendingOnce(world, { visibility, rates }, context);
  const isThere = rememberedByProfile(bus, (profileId) => profiles.isVisible(stranger, profileId));
  /** Pairs that have written to each other: a memory only, the conversations are in the database. */
  const knownPairs = new Set<string>();

  /** What was taken back, or deleted by one of the two, while the answer was on its way is no reason to lose the answer. */
  const wasSaidBetween = async (pair: string, messageId: string) => (await store.find(messageId))?.pair === pair;

  const audienceOf = (senderId: string, recipientId: string, replyToId: string | null): Audience => {
    const pair = pairOf(senderId, recipientId);
    return {
      to: { pair, recipient_id: recipientId, sector: null },
      orderKeys: [senderId, recipientId],
      async refusal() {
        if (recipientId === senderId) return problem('bad-request', { message: 'recipientProfileId: that is yourself.' });
        const isReached = !visibility.isHidden(senderId, recipientId) && (await isThere(recipientId));
        if (!isReached) return problem('not-found');
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
    if (isNew) {
      if (knownPairs.size >= knownPairsMost) knownPairs.clear();
      knownPairs.add(pairOf(senderId, recipientId));
    }
    return seenBy(senderId, row);
  };
}
