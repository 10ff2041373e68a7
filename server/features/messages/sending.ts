// Sending a message: who may write what to whom, and exactly once.
import type { Message } from '#shared/contract/messages.ts';
import { problem, type Problem } from '../../http/problems.ts';
import type { World } from '../../world.ts';
import { peerOf, seenBy } from './message-view.ts';
import type { Desk, Needs } from './desk.ts';
import { pairOf, type StoredMessage } from './messages.store.ts';
import { rememberedByProfile } from './remembered.ts';

export interface Draft {
  readonly recipientProfileId?: string | null | undefined;
  readonly bodyText: string;
  readonly profilePicIds: readonly string[];
}

/**
 * Stores a message, or gives the first one its sender sent with this key. Problems: bad-request without a recipient or to oneself,
 * public-name-missing, blank-message, not-found for a recipient or picture that is not there for the sender, too-many-requests.
 */
export type Send = (senderId: string, draft: Draft, key: string) => Promise<Message>;

const knownPairsMost = 100_000;
/** Visibility is asked as a stranger would: who blocks whom is asked per pair. */
const stranger = '';

export function sending(
  { bus, clock, ids, limits }: World,
  { blocks, profiles, notifications, rates }: Needs,
  { store, storeOf, write, changed }: Desk,
): Send {
  const senderOf = rememberedByProfile(bus, (profileId) => store.correspondent(profileId));
  const isThere = rememberedByProfile(bus, (profileId) => profiles.isVisible(stranger, profileId));
  /** Pairs that have written to each other: a memory only, the conversations are in the database. */
  const knownPairs = new Set<string>();
  let lastCreatedMs = 0;

  async function refusalOf(senderId: string, { recipientProfileId, bodyText, profilePicIds }: Draft): Promise<Problem | null> {
    if (!recipientProfileId) return problem('bad-request', { message: 'recipientProfileId: a message needs a recipient.' });
    if (recipientProfileId === senderId) return problem('bad-request', { message: 'recipientProfileId: that is yourself.' });
    if (bodyText === '' && profilePicIds.length === 0) return problem('blank-message');
    if (blocks.isApart(senderId, recipientProfileId) || !(await isThere(recipientProfileId))) return problem('not-found');
    if (!(await senderOf(senderId))?.name) return problem('public-name-missing');
    if (profilePicIds.length > 0 && !(await store.ownsPictures(senderId, profilePicIds))) return problem('not-found');
    return null;
  }

  /** Shows a repeated sender his first message, unless its recipient is no longer there for him. */
  function shownAgain(senderId: string, first: StoredMessage | null, otherwise: Problem) {
    if (first === null || blocks.isApart(senderId, peerOf(senderId, first))) throw otherwise;
    return seenBy(senderId, first);
  }

  return async (senderId, draft, key) => {
    const picIds = [...new Set(draft.profilePicIds)];
    const refusal = await refusalOf(senderId, { ...draft, profilePicIds: picIds });
    if (refusal !== null) return shownAgain(senderId, await store.findByKey(senderId, key), refusal);

    const recipientId = draft.recipientProfileId ?? '';
    const sender = await senderOf(senderId);
    const pair = pairOf(senderId, recipientId);
    lastCreatedMs = Math.max(lastCreatedMs + 1, clock.now());
    const given = {
      id: ids.uuid(),
      pair,
      sender_id: senderId,
      recipient_id: recipientId,
      sector: null,
      body_text: draft.bodyText,
      picIds,
      idempotency_key: key,
      created_ms: lastCreatedMs,
      read_ms: null,
      is_read_told: 0,
      recipient_deleted_ms: null,
      sender_deleted_ms: null,
      is_test: sender?.isTest ? 1 : 0,
    } as const;
    let isCounted = false;

    const { row, isNew } = await write([senderId, recipientId], async (tx, sequence) => {
      const messages = storeOf(tx);
      const row: StoredMessage = { ...given, sequence, revision: sequence, sender_revision: sequence };
      if (!(await messages.insertOnce(row))) return { row: await messages.findByKey(senderId, key), isNew: false, told: [] };
      const isFirst = !knownPairs.has(pair) && (await messages.openConversation(senderId, recipientId));
      if (!isCounted) {
        // Refused here, nothing of it is stored; a repeated send never comes this far, so it costs no allowance.
        rates.demand(`messages-day:${senderId}`, limits.rates.messagesPerDay);
        if (isFirst) rates.demand(`conversations-day:${senderId}`, limits.rates.newConversationsPerDay);
        isCounted = true;
      }
      const about = { profileId: recipientId, kind: 'message', aboutProfileId: senderId } as const;
      const tell = await notifications.add(tx, about, sender?.name);
      return {
        row,
        isNew: true,
        told: [changed(recipientId, [row]), changed(senderId, [row]), { profileId: recipientId, tell }],
      };
    });

    if (row === null || !isNew) return shownAgain(senderId, row, problem('not-found'));
    if (knownPairs.size >= knownPairsMost) knownPairs.clear();
    knownPairs.add(pair);
    return seenBy(senderId, row);
  };
}
