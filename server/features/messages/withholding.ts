// A message that its recipient is not shown by a decision: as if he had deleted it for himself, until it is lifted.
import type { World } from '#server/world.ts';
import type { Desk, Needs } from './desk.ts';
import { isGoneFor } from './message-view.ts';

export interface MessageWithholding {
  /** Gives what it takes to show it again: empty where there is nothing to show. */
  withhold(messageId: string): Promise<string>;
  show(messageId: string, kept: string): Promise<void>;
}

const wasThere = 'shown';

export function messageWithholding(
  { clock }: World,
  { notifications }: Needs,
  { store, storeOf, write, changed }: Desk,
): MessageWithholding {
  return {
    async withhold(messageId) {
      const found = await store.find(messageId);
      const recipientId = found?.recipient_id ?? null;
      if (found === null || recipientId === null) return '';
      const { kept } = await write([found.sender_id, recipientId], async (tx, revision) => {
        const messages = storeOf(tx);
        const before = await messages.find(messageId);
        if (before === null || isGoneFor(recipientId, before)) return { kept: '', told: [] };
        await messages.hide(messageId, 'recipient', { revision, nowMs: clock.now() });
        const told = [changed(recipientId, [(await messages.find(messageId)) ?? before])];
        if ((await messages.unreadFrom(recipientId, [before.sender_id])).size === 0) {
          const about = { profileId: recipientId, kind: 'message', aboutProfileId: before.sender_id } as const;
          told.push({ profileId: recipientId, tell: await notifications.withdraw(tx, about) });
        }
        return { kept: wasThere, told };
      });
      return kept;
    },

    async show(messageId, kept) {
      const found = kept === wasThere ? await store.find(messageId) : null;
      const recipientId = found?.recipient_id ?? null;
      if (found === null || recipientId === null || found.sender_deleted_ms !== null) return;
      await write([found.sender_id, recipientId], async (tx, revision) => {
        await storeOf(tx).unhide(messageId, revision);
        const now = await storeOf(tx).find(messageId);
        return { told: now === null ? [] : [changed(recipientId, [now])] };
      });
    },
  };
}
