// Identical first messages to many strangers: slowed down after some, and raised as a case after some more.
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { openerKey } from './opener-text.ts';
import { createOpenersStore } from './openers.store.ts';

interface Opening {
  readonly senderId: string;
  /** A member with whom the sender has not written before. */
  readonly recipientId: string;
  readonly messageId: string;
  readonly text: string;
}

/** Raises a case. */
export type RaiseSpam = (
  tx: Tx,
  noticed: {
    readonly origin: 'spam';
    readonly subjectProfileId: string;
    readonly item: { readonly kind: 'message'; readonly id: string };
    readonly words: string;
  },
) => Promise<void>;

export interface OpenersService {
  /** In the write that opens a conversation. Problem: too-many-requests, with the time when it can be sent. */
  count(tx: Tx, opening: Opening): Promise<void>;
}

const waitText = 'You sent the same first words to several people. Say something of your own, or wait a while.';

export function createOpenersService({ clock, limits }: World, { raise }: { readonly raise: RaiseSpam }): OpenersService {
  return {
    async count(tx, { senderId, recipientId, messageId, text }) {
      const store = createOpenersStore(tx);
      const pair = await store.pair(senderId, recipientId);
      const hash = pair === null ? null : openerKey(text, pair.recipientName);
      if (pair === null || hash === null || (await store.isWelcome(senderId, recipientId))) return;
      const nowMs = clock.now();
      const sinceMs = nowMs - limits.openerWithinMs;
      const { free, reviewed } = nowMs - pair.joinedMs < limits.freshAccountMs ? limits.openersOfFresh : limits.openersOfSettled;
      const said = await store.said(senderId, hash, sinceMs);
      const waitMs = said.lastMs + limits.openerSlowMs - nowMs;
      if (said.count >= free && waitMs > 0)
        throw problem('too-many-requests', { message: waitText, retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      await store.removeBefore(sinceMs);
      await store.insert({ profile_id: senderId, opener_hash: hash, peer_id: recipientId, created_ms: nowMs });
      if (said.count + 1 !== reviewed) return;
      const words = `The same first words went to ${reviewed} members within a day.`;
      await raise(tx, { origin: 'spam', subjectProfileId: senderId, item: { kind: 'message', id: messageId }, words });
    },
  };
}
