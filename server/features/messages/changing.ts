// Changes to a sent message: marked read, given an emoji, hidden, or taken back.
import type { Message } from '#shared/contract/messages.ts';
import type { Reaction } from '#shared/rules/reactions.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { isGoneFor, peerOf, revisionFor, seenBy } from './message-view.ts';
import type { MessagesContext, Needs } from './context.ts';

export interface Changing {
  /** Marks a received message and all earlier ones of its conversation read. Problem: not-found for anyone but the recipient. */
  markRead(viewerId: string, messageId: string): Promise<Message>;
  /** Gives a message an emoji, or none. Problem: not-found for anyone but the two, and while one is hidden from the other. */
  react(viewerId: string, messageId: string, emoji: Reaction | null): Promise<Message>;
  /** Hides a message from the viewer; with `forBoth` its sender takes it back. Problem: not-found, also the second time. */
  remove(viewerId: string, messageId: string, forBoth: boolean): Promise<void>;
}

export function changing(
  { clock }: World,
  { visibility, preferencesOf }: Needs,
  { storeOf, write, changed, withdrawWhenRead, ownMessage }: MessagesContext,
): Changing {
  return {
    async markRead(viewerId, messageId) {
      const message = await ownMessage(viewerId, messageId);
      if (message.recipient_id !== viewerId) throw problem('not-found');
      const senderId = message.sender_id;
      const isSenderNotified = !visibility.isHidden(viewerId, senderId) && (await preferencesOf(viewerId)).sendSeen;
      const readMs = Math.max(clock.now(), message.created_ms);

      const { read } = await write([viewerId, senderId], async (tx, revision) => {
        const messages = storeOf(tx);
        const upTo = { recipientId: viewerId, senderId, upToSequence: message.sequence };
        const read = await messages.markRead({ ...upTo, revision, readMs, isSenderNotified });
        const toNotify = [changed(viewerId, read)];
        if (isSenderNotified) toNotify.push(changed(senderId, read));
        if (read.length > 0) toNotify.push(...(await withdrawWhenRead(tx, viewerId, senderId)));
        return { read, toNotify };
      });
      return seenBy(viewerId, read.find((row) => row.id === messageId) ?? (await ownMessage(viewerId, messageId)));
    },

    async react(viewerId, messageId, emoji) {
      const found = await ownMessage(viewerId, messageId);
      if (visibility.isHidden(viewerId, peerOf(viewerId, found))) throw problem('not-found');
      const side = found.sender_id === viewerId ? 'sender' : 'recipient';
      const both = [found.sender_id, found.recipient_id ?? ''];

      const { after } = await write(both, async (tx, revision) => {
        const messages = storeOf(tx);
        const before = await messages.find(messageId);
        if (before === null || isGoneFor(viewerId, before)) throw problem('not-found');
        if (before[`${side}_reaction`] === emoji) return { after: before, toNotify: [] };
        await messages.react(before, side, emoji, revision);
        const after = (await messages.find(messageId)) ?? before;
        // A side that hid the message receives no more changes of it.
        const toNotify = both.filter((one) => !isGoneFor(one, after)).map((one) => changed(one, [after]));
        return { after, toNotify };
      });
      return seenBy(viewerId, after);
    },

    async remove(viewerId, messageId, forBoth) {
      const found = await ownMessage(viewerId, messageId);
      const isSender = found.sender_id === viewerId;
      if (forBoth && !isSender) throw problem('not-found');
      const senderId = found.sender_id;
      const recipientId = found.recipient_id ?? '';

      await write([senderId, recipientId], async (tx, revision) => {
        const messages = storeOf(tx);
        const before = await messages.find(messageId);
        if (before === null || isGoneFor(viewerId, before)) throw problem('not-found');
        const change = { revision, nowMs: clock.now() };
        if (forBoth) await messages.takeBack(before, change);
        else await messages.hide(messageId, isSender ? 'sender' : 'recipient', change);
        const after = (await messages.find(messageId)) ?? before;

        const toNotify = [senderId, recipientId]
          .filter((side) => revisionFor(side, after) !== revisionFor(side, before))
          .map((side) => changed(side, [after]));
        // Between members hidden from each other no notification is left to withdraw.
        const wasWaiting =
          before.read_ms === null &&
          !isGoneFor(recipientId, before) &&
          isGoneFor(recipientId, after) &&
          !visibility.isHidden(recipientId, senderId);
        if (wasWaiting) toNotify.push(...(await withdrawWhenRead(tx, recipientId, senderId)));
        return { toNotify };
      });
    },
  };
}
