// Hides a withheld message from its recipient, and shows it again if the decision is reversed.
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext } from './context.ts';
import { isGoneFor, isTakenBack } from './message-view.ts';

export interface MessageWithholding {
  /** Hides the message, and passes to `keep` that it was shown. Does nothing if the message was already hidden. */
  withhold(messageId: string, keep: (tx: Tx, withheld: string) => Promise<void>): Promise<void>;
  show(messageId: string, withheld: string): Promise<void>;
}

const wasShown = 'shown';

export function createMessageWithholding(
  { clock }: World,
  { store, storeOf, write, changeNotification, withdrawWhenRead }: MessagesContext,
): MessageWithholding {
  return {
    async withhold(messageId, keep) {
      const found = await store.find(messageId);
      const recipientId = found?.recipient_id ?? null;
      if (found === null || recipientId === null) return;
      await write([found.sender_id, recipientId], async (tx, revision) => {
        const messages = storeOf(tx);
        const before = await messages.find(messageId);
        if (before === null || isGoneFor(recipientId, before)) return { toNotify: [] };
        await messages.hide(messageId, 'recipient', { revision, nowMs: clock.now() });
        const after = (await messages.find(messageId)) ?? before;
        await withdrawWhenRead(tx, recipientId, before.sender_id);
        await keep(tx, wasShown);
        return { toNotify: [changeNotification(recipientId, [after])] };
      });
    },

    async show(messageId, withheld) {
      const found = withheld === wasShown ? await store.find(messageId) : null;
      const recipientId = found?.recipient_id ?? null;
      if (found === null || recipientId === null) return;
      await write([found.sender_id, recipientId], async (tx, revision) => {
        const messages = storeOf(tx);
        const before = await messages.find(messageId);
        if (before === null || isTakenBack(before)) return { toNotify: [] };
        await messages.unhide(messageId, revision);
        return { toNotify: [changeNotification(recipientId, [(await messages.find(messageId)) ?? before])] };
      });
    },
  };
}
