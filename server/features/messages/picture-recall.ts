// Removes pictures from sent messages, and publishes the changed messages.
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext, Dependencies } from './context.ts';
import { isGoneFor } from './message-view.ts';
import type { StoredMessage } from './messages.store.ts';
import { createSentPicturesStore } from './sent-pictures.store.ts';

export interface PictureRecall {
  /** True if a message that the viewer can see contains the picture. */
  wasSentTo(pictureId: string, viewerId: string): Promise<boolean>;
  /**
   * True if the sender has hidden all messages with a picture of the conversation. They then no longer see the picture: it is
   * removed once the recipient has deleted the messages too, and the sender must not learn of that.
   */
  isHiddenBySender(pictureId: string, senderId: string, recipientId: string): Promise<boolean>;
  /** True if a message of the author contains the picture, so that its file must be kept. */
  isSent(pictureId: string, authorId: string): Promise<boolean>;
  /**
   * For each recipient, how many private pictures the sender has sent and not taken back, and the time of the newest. It counts those that
   * the recipient has deleted, because the sender must not learn of that.
   */
  sentBy(senderId: string, publicIds: ReadonlySet<string>): Promise<Map<string, { count: number; newestMs: number }>>;
  /** Removes pictures from the sender's messages to one recipient, or to all. */
  takeBack(senderId: string, isTaken: (pictureId: string) => boolean, recipientId?: string): Promise<void>;
}

export function createPictureRecall(
  { db }: World,
  { visibility }: Dependencies,
  { storeOf, write, changeNotification }: MessagesContext,
): PictureRecall {
  const sent = createSentPicturesStore(db.read);

  return {
    wasSentTo: sent.wasSentTo,
    isHiddenBySender: sent.isHiddenBySender,
    isSent: sent.isSent,

    async sentBy(senderId, publicIds) {
      const found = new Map<string, { ids: Set<string>; newestMs: number }>();
      for (const { recipientId, picIds, createdMs } of await sent.withPictures(senderId)) {
        const others = picIds.filter((id) => !publicIds.has(id));
        if (others.length === 0) continue;
        const before = found.get(recipientId) ?? { ids: new Set<string>(), newestMs: 0 };
        for (const id of others) before.ids.add(id);
        found.set(recipientId, { ids: before.ids, newestMs: Math.max(before.newestMs, createdMs) });
      }
      return new Map([...found].map(([id, { ids, newestMs }]) => [id, { count: ids.size, newestMs }]));
    },

    async takeBack(senderId, isTaken, onlyRecipientId) {
      const found = (await sent.withPictures(senderId, onlyRecipientId)).filter(({ picIds }) => picIds.some(isTaken));
      for (const [recipientId, sentMessages] of Map.groupBy(found, (message) => message.recipientId)) {
        const removePictures = async (tx: Tx, revision: number | null): Promise<StoredMessage[]> => {
          const [messages, pictures] = [storeOf(tx), createSentPicturesStore(tx)];
          const after: StoredMessage[] = [];
          for (const { id } of sentMessages) {
            const before = await messages.find(id);
            if (before === null) continue;
            const picIds = before.picIds.filter((pictureId) => !isTaken(pictureId));
            await pictures.setPictures(before, picIds, revision);
            after.push((await messages.find(id)) ?? before);
          }
          return after;
        };
        // A change without a revision is not sent to members who are hidden from each other.
        if (visibility.isHidden(senderId, recipientId)) await db.write((tx) => removePictures(tx, null));
        else
          await write([senderId, recipientId], async (tx, revision) => {
            const after = await removePictures(tx, revision);
            // A member who hid the message receives none of its later changes.
            const changeFor = (side: string) =>
              changeNotification(
                side,
                after.filter((row) => !isGoneFor(side, row)),
              );
            return { toNotify: [senderId, recipientId].map(changeFor) };
          });
      }
    },
  };
}
