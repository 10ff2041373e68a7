// Limits identical first messages to many strangers: delays them after a few, and raises a case after more.
import type { Tx } from '#server/db/open.ts';
import { specialProblem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { openerKey } from './opener-text.ts';
import { createOpenersStore } from './openers.store.ts';

interface FirstMessage {
  readonly senderId: string;
  /** A member with whom the sender has not written before. */
  readonly recipientId: string;
  readonly messageId: string;
  readonly text: string;
}

type RaiseSpamCase = (
  tx: Tx,
  noticed: {
    readonly origin: 'spam';
    readonly subjectProfileId: string;
    readonly item: { readonly kind: 'message'; readonly id: string };
    readonly words: string;
  },
) => Promise<void>;

export interface OpenersService {
  /** Call it in the transaction that opens a conversation. Problem: too-many-requests, with the time until the message can be sent. */
  count(tx: Tx, message: FirstMessage): Promise<void>;
}

interface Dependencies {
  readonly raise: RaiseSpamCase;
  readonly visibility: Pick<Visibility, 'isBlockedBy'>;
}

export function createOpenersService({ clock, limits }: World, { raise, visibility }: Dependencies): OpenersService {
  return {
    async count(tx, { senderId, recipientId, messageId, text }) {
      const store = createOpenersStore(tx);
      const profiles = await store.senderAndRecipient(senderId, recipientId);
      const hash = profiles === null ? null : openerKey(text, profiles.recipientName);
      if (profiles === null || hash === null || (await store.isGreeter(senderId, recipientId))) return;
      const nowMs = clock.now();
      const sinceMs = nowMs - limits.openerWithinMs;
      const { free, reviewed } =
        nowMs - profiles.senderJoinedMs < limits.freshAccountMs ? limits.openersOfFresh : limits.openersOfSettled;
      const sent = await store.sentSince(senderId, hash, sinceMs);
      // Members who block the sender do not slow them down, as deleted ones do not. Otherwise the sender could tell the two apart.
      const known = sent.filter((opener) => !visibility.isBlockedBy(senderId, opener.recipientId));
      const waitMs = Math.max(0, ...known.map(({ sentMs }) => sentMs)) + limits.openerSlowMs - nowMs;
      if (known.length >= free && waitMs > 0)
        throw specialProblem('sameOpener', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      await store.insert({ profile_id: senderId, opener_hash: hash, peer_id: recipientId, created_ms: nowMs });
      if (sent.length + 1 !== reviewed) return;
      const words = `The same first message was sent to ${reviewed} members within a day.`;
      await raise(tx, { origin: 'spam', subjectProfileId: senderId, item: { kind: 'message', id: messageId }, words });
    },
  };
}
