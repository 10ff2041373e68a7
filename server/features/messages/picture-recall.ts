// Removes pictures from sent messages; both sides receive the message without them.
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { MessagesContext, Needs } from './context.ts';
import { isGoneFor } from './message-view.ts';
import type { StoredMessage } from './messages.store.ts';
import { createSentPicturesStore } from './sent-pictures.store.ts';

export interface PictureRecall {
  /** True when a message that this viewer still has contains the picture: then they may see it. */
  wasSentTo(pictureId: string, viewerId: string): Promise<boolean>;
  /** True when any message of its author contains the picture: then it must stay stored. */
  isSent(pictureId: string, authorId: string): Promise<boolean>;
  /** The number of non-public pictures each recipient still has of this sender, and the time of the last. */
  sentBy(senderId: string, publicIds: ReadonlySet<string>): Promise<Map<string, { count: number; newestMs: number }>>;
  /** Removes pictures from the sender's messages to one recipient, or to all. */
  takeBack(senderId: string, isTaken: (pictureId: string) => boolean, recipientId?: string): Promise<void>;
}

export function pictureRecall({ db }: World, { visibility }: Needs, { storeOf, write, changed }: MessagesContext): PictureRecall {
  const sent = createSentPicturesStore(db.read);

  return {
    wasSentTo: sent.wasSentTo,
    isSent: sent.isSent,

    async sentBy(senderId, publicIds) {
      const found = new Map<string, { ids: Set<string>; newestMs: number }>();
      for (const { recipientId, picIds, createdMs, isHidden } of await sent.withPictures(senderId)) {
        const others = picIds.filter((id) => !publicIds.has(id));
        if (isHidden || others.length === 0) continue;
        const before = found.get(recipientId) ?? { ids: new Set<string>(), newestMs: 0 };
        for (const id of others) before.ids.add(id);
        found.set(recipientId, { ids: before.ids, newestMs: Math.max(before.newestMs, createdMs) });
      }
      return new Map([...found].map(([id, { ids, newestMs }]) => [id, { count: ids.size, newestMs }]));
    },

    async takeBack(senderId, isTaken, onlyTo) {
      const carrying = (await sent.withPictures(senderId, onlyTo)).filter(({ picIds }) => picIds.some(isTaken));
      for (const [recipientId, concerned] of Map.groupBy(carrying, (message) => message.recipientId)) {
        const without = async (tx: Tx, revision: number | null): Promise<StoredMessage[]> => {
          const [messages, pictures] = [storeOf(tx), createSentPicturesStore(tx)];
          const after: StoredMessage[] = [];
          for (const { id } of concerned) {
            const before = await messages.find(id);
            if (before === null) continue;
            const picIds = before.picIds.filter((pictureId) => !isTaken(pictureId));
            await pictures.setPictures(before, picIds, revision);
            after.push((await messages.find(id)) ?? before);
          }
          return after;
        };
        // Between members hidden from each other neither may receive or count the change.
        if (visibility.isHidden(senderId, recipientId)) await db.write((tx) => without(tx, null));
        else
          await write([senderId, recipientId], async (tx, revision) => {
            const after = await without(tx, revision);
            // A side that hid a message receives no more changes of it.
            const changeFor = (side: string) =>
              changed(
                side,
                after.filter((row) => !isGoneFor(side, row)),
              );
            return { toNotify: [senderId, recipientId].map(changeFor) };
          });
      }
    },
  };
}
