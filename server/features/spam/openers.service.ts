// Limits identical first messages to many strangers: delays them after a few, and raises a case after more.
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { openerKey } from './opener-text.ts';
import { createOpenersStore } from './openers.store.ts';

interface FirstMessage {
  readonly senderId: string;
  /** A member with whom the sender has not written before. */
  readonly recipientId: string;
  readonly messageId: string;
  readonly text: string;
}

export type RaiseSpamCase = (
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

const waitText = 'You sent the same first message to several people. Write something personal, or wait a while.';

export function createOpenersService({ clock, limits }: World, { raise }: { readonly raise: RaiseSpamCase }): OpenersService {
  return {
    async count(tx, { senderId, recipientId, messageId, text }) {
      const store = createOpenersStore(tx);
      const profiles = await store.senderAndRecipient(senderId, recipientId);
      const hash = profiles === null ? null : openerKey(text, profiles.recipientName);
      if (profiles === null || hash === null || (await store.isGreeter(senderId, recipientId))) return;
      const nowMs = clock.now();
      const sinceMs = nowMs - limits.openerWithinMs;
      const { free, reviewed } =
        nowMs - profiles.joinedMs < limits.freshAccountMs ? limits.openersOfFresh : limits.openersOfSettled;
      const sent = await store.sentSince(senderId, hash, sinceMs);
      const waitMs = sent.lastMs + limits.openerSlowMs - nowMs;
      if (sent.count >= free && waitMs > 0)
        throw problem('too-many-requests', { message: waitText, retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      await store.insert({ profile_id: senderId, opener_hash: hash, peer_id: recipientId, created_ms: nowMs });
      if (sent.count + 1 !== reviewed) return;
      const words = `The same first message was sent to ${reviewed} members within a day.`;
      await raise(tx, { origin: 'spam', subjectProfileId: senderId, item: { kind: 'message', id: messageId }, words });
    },
  };
}
