// Removes pictures from sent messages, and publishes the changed messages.
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext, Dependencies } from './context.ts';
import { isGoneFor } from './message-view.ts';
import type { StoredMessage } from './messages.store.ts';
import { createSentPicturesStore, type MessageWithPictures } from './sent-pictures.store.ts';
import { createViewOnceStore } from './view-once.store.ts';

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
   * the recipient has deleted, because the sender must not learn of that, but not those that could be viewed once and were.
   */
  sentBy(senderId: string, publicIds: ReadonlySet<string>): Promise<Map<string, { count: number; newestMs: number }>>;
  /** Removes a picture from all messages of its sender. */
  takeBack(senderId: string, pictureId: string): Promise<void>;
  /** Removes all pictures that `sentBy` counts from the sender's messages to one recipient, or to all. */
  takeBackPrivate(senderId: string, publicIds: ReadonlySet<string>, recipientId?: string): Promise<void>;
}

export function createPictureRecall(
  { db, log, pictureFiles }: World,
  { visibility }: Dependencies,
  { storeOf, write, changeNotification }: MessagesContext,
): PictureRecall {
  const sent = createSentPicturesStore(db.read);

  /** Changes the pictures of messages of one sender. */
  async function changeSent(
    senderId: string,
    messages: readonly MessageWithPictures[],
    change: (tx: Tx, before: StoredMessage, revision: number | null) => Promise<void>,
  ): Promise<void> {
    for (const [recipientId, sentMessages] of Map.groupBy(messages, (message) => message.recipientId)) {
      const changeAll = async (tx: Tx, revision: number | null): Promise<StoredMessage[]> => {
        const after: StoredMessage[] = [];
        for (const { id } of sentMessages) {
          const before = await storeOf(tx).find(id);
          if (before === null) continue;
          await change(tx, before, revision);
          after.push((await storeOf(tx).find(id)) ?? before);
        }
        return after;
      };
      // A change without a revision is not sent to members who are hidden from each other.
      if (visibility.isHidden(senderId, recipientId)) await db.write((tx) => changeAll(tx, null));
      else
        await write([senderId, recipientId], async (tx, revision) => {
          const after = await changeAll(tx, revision);
          // A member who hid the message receives none of its later changes.
          const changeFor = (side: string) =>
            changeNotification(
              side,
              after.filter((row) => !isGoneFor(side, row)),
            );
          return { toNotify: [senderId, recipientId].map(changeFor) };
        });
    }
  }

  return {
    wasSentTo: sent.wasSentTo,
    isHiddenBySender: sent.isHiddenBySender,
    isSent: sent.isSent,

    async sentBy(senderId, publicIds) {
      const found = new Map<string, { ids: Set<string>; newestMs: number }>();
      for (const { id, recipientId, picIds, isUnviewed, createdMs } of await sent.withPictures(senderId)) {
        // A message has at most one picture to view once, for which its own id stands.
        const others = [...picIds.filter((pictureId) => !publicIds.has(pictureId)), ...(isUnviewed ? [id] : [])];
        if (others.length === 0) continue;
        const before = found.get(recipientId) ?? { ids: new Set<string>(), newestMs: 0 };
        for (const other of others) before.ids.add(other);
        found.set(recipientId, { ids: before.ids, newestMs: Math.max(before.newestMs, createdMs) });
      }
      return new Map([...found].map(([id, { ids, newestMs }]) => [id, { count: ids.size, newestMs }]));
    },

    async takeBack(senderId, pictureId) {
      const found = (await sent.withPictures(senderId)).filter(({ picIds }) => picIds.includes(pictureId));
      await changeSent(senderId, found, (tx, before, revision) => {
        const left = { ...before, picIds: before.picIds.filter((id) => id !== pictureId) };
        return createSentPicturesStore(tx).setPictures(left, revision);
      });
    },

    async takeBackPrivate(senderId, publicIds, onlyRecipientId) {
      const isPublic = (pictureId: string): boolean => publicIds.has(pictureId);
      const removedIds: string[] = [];
      const found = (await sent.withPictures(senderId, onlyRecipientId)).filter(
        ({ picIds, isUnviewed }) => isUnviewed || !picIds.every(isPublic),
      );
      await changeSent(senderId, found, async (tx, before, revision) => {
        const isUnviewed = before.view_once === 'unviewed';
        if (isUnviewed) removedIds.push(...(await createViewOnceStore(tx).remove(before.id)));
        const left = { ...before, picIds: before.picIds.filter(isPublic), view_once: isUnviewed ? null : before.view_once };
        await createSentPicturesStore(tx).setPictures(left, revision);
      });
      // Files that cannot be removed now are swept later.
      for (const id of removedIds)
        await pictureFiles.remove(id).catch((error: unknown) => log.warn({ err: error }, 'a picture could not be removed'));
    },
  };
}
