// Withholding a message by a decision: hidden from its recipient as if they had deleted it, until the decision is lifted.
import type { World } from '#server/world.ts';
import type { MessagesContext } from './context.ts';
import { isGoneFor } from './message-view.ts';

export interface MessageWithholding {
  /** Returns what `show` needs; empty when there is nothing to show again. */
  withhold(messageId: string): Promise<string>;
  show(messageId: string, withheld: string): Promise<void>;
}

const wasShown = 'shown';

export function messageWithholding(
  { clock }: World,
  { store, storeOf, write, changed, withdrawWhenRead }: MessagesContext,
): MessageWithholding {
  return {
    async withhold(messageId) {
      const found = await store.find(messageId);
      const recipientId = found?.recipient_id ?? null;
      if (found === null || recipientId === null) return '';
      const { withheld } = await write([found.sender_id, recipientId], async (tx, revision) => {
        const messages = storeOf(tx);
        const before = await messages.find(messageId);
        if (before === null || isGoneFor(recipientId, before)) return { withheld: '', toNotify: [] };
        await messages.hide(messageId, 'recipient', { revision, nowMs: clock.now() });
        const after = (await messages.find(messageId)) ?? before;
        const toNotify = [changed(recipientId, [after]), ...(await withdrawWhenRead(tx, recipientId, before.sender_id))];
        return { withheld: wasShown, toNotify };
      });
      return withheld;
    },

    async show(messageId, withheld) {
      const found = withheld === wasShown ? await store.find(messageId) : null;
      const recipientId = found?.recipient_id ?? null;
      if (found === null || recipientId === null || found.sender_deleted_ms !== null) return;
      await write([found.sender_id, recipientId], async (tx, revision) => {
        await storeOf(tx).unhide(messageId, revision);
        const now = await storeOf(tx).find(messageId);
        return { toNotify: now === null ? [] : [changed(recipientId, [now])] };
      });
    },
  };
}
