// Changes sent messages: marks them as read, sets reactions, hides them, and takes them back.
import type { Message } from '#shared/contract/messages.ts';
import type { Reaction } from '#shared/rules/reactions.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { isGoneFor, peerOf, revisionFor, messageFor } from './message-view.ts';
import type { MessagesContext, Dependencies } from './context.ts';
import { createSentPicturesStore } from './sent-pictures.store.ts';
import { createViewOnceStore } from './view-once.store.ts';

export interface MessageChanges {
  /** Marks a received message and all earlier ones of its conversation as read. Problem: not-found unless the viewer is the recipient. */
  markRead(viewerId: string, messageId: string): Promise<Message>;
  /** Sets or removes the viewer's reaction. Problem: not-found if they are neither of the two members, or one is hidden from the other. */
  react(viewerId: string, messageId: string, emoji: Reaction | null): Promise<Message>;
  /** Hides a message from the viewer; with `forBoth` its sender takes it back. Problem: not-found, also for a message already removed. */
  remove(viewerId: string, messageId: string, forBoth: boolean): Promise<void>;
}

export function createMessageChanges(
  { clock, log, pictureFiles }: World,
  { visibility, preferencesOf }: Dependencies,
  { storeOf, write, changeNotification, withdrawWhenRead, requireMessage }: MessagesContext,
): MessageChanges {
  return {
    async markRead(viewerId, messageId) {
      const message = await requireMessage(viewerId, messageId);
      if (message.recipient_id !== viewerId) throw problem('not-found');
      const senderId = message.sender_id;
      const isSenderNotified = !visibility.isHidden(viewerId, senderId) && (await preferencesOf(viewerId)).sendSeen;
      const readMs = Math.max(clock.now(), message.created_ms);

      const { read } = await write([viewerId, senderId], async (tx, revision) => {
        const messages = storeOf(tx);
        const upTo = { recipientId: viewerId, senderId, upToSequence: message.sequence };
        const read = await messages.markRead({ ...upTo, revision, readMs, isSenderNotified });
        const toNotify = [changeNotification(viewerId, read)];
        if (isSenderNotified) toNotify.push(changeNotification(senderId, read));
        if (read.length > 0) await withdrawWhenRead(tx, viewerId, senderId);
        return { read, toNotify };
      });
      return messageFor(viewerId, read.find((row) => row.id === messageId) ?? (await requireMessage(viewerId, messageId)));
    },

    async react(viewerId, messageId, emoji) {
      const found = await requireMessage(viewerId, messageId);
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
        // A member who hid the message receives none of its later changes.
        const toNotify = both.filter((id) => !isGoneFor(id, after)).map((id) => changeNotification(id, [after]));
        return { after, toNotify };
      });
      return messageFor(viewerId, after);
    },

    async remove(viewerId, messageId, forBoth) {
      const found = await requireMessage(viewerId, messageId);
      const isSender = found.sender_id === viewerId;
      if (forBoth && !isSender) throw problem('not-found');
      const senderId = found.sender_id;
      const recipientId = found.recipient_id ?? '';

      const { removedPictures } = await write([senderId, recipientId], async (tx, revision) => {
        const messages = storeOf(tx);
        const before = await messages.find(messageId);
        if (before === null || isGoneFor(viewerId, before)) throw problem('not-found');
        const change = { revision, nowMs: clock.now() };
        if (forBoth) await messages.takeBack(before, change);
        else await messages.hide(messageId, isSender ? 'sender' : 'recipient', change);
        const after = (await messages.find(messageId)) ?? before;

        const toNotify = [senderId, recipientId]
          .filter((side) => revisionFor(side, after) !== revisionFor(side, before))
          .map((side) => changeNotification(side, [after]));
        const wasUnread = before.read_ms === null && !isGoneFor(recipientId, before) && isGoneFor(recipientId, after);
        if (wasUnread) await withdrawWhenRead(tx, recipientId, senderId);
        const sent = createSentPicturesStore(tx);
        const isGoneForGood = isGoneFor(recipientId, after) && (forBoth || !(await sent.isWithheld(messageId)));
        const removedPictures = [
          ...(isGoneForGood && isGoneFor(senderId, after) ? await sent.removeUnsent(before.picIds, senderId) : []),
          ...(isGoneForGood ? await createViewOnceStore(tx).remove(messageId) : []),
        ];
        return { toNotify, removedPictures };
      });
      // Files that cannot be removed now are swept later.
      for (const id of removedPictures)
        await pictureFiles.remove(id).catch((error: unknown) => log.warn({ err: error }, 'a picture could not be removed'));
    },
  };
}
