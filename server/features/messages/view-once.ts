// Shows a picture that its recipient can view once.
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { Dependencies, MessagesContext } from './context.ts';
import { isGoneFor } from './message-view.ts';
import { createViewOnceStore } from './view-once.store.ts';

export interface ViewOnce {
  /**
   * Returns the picture's bytes, once; the same session gets them again with the same key for an hour, since an answer can be lost.
   * Problems: viewed-once if the picture was viewed before or its file is gone, pictures-unavailable, not-found if the caller did not
   * receive the message, has deleted it, or must not see its sender.
   */
  view(caller: Pick<Caller, 'profileId' | 'sessionHash'>, messageId: string, key: string): Promise<Buffer>;
}

export function createViewOnce(
  { clock, db, limits, pictureFiles }: World,
  { visibility }: Dependencies,
  { storeOf, write, changeNotification, requireMessage }: MessagesContext,
): ViewOnce {
  return {
    async view({ profileId, sessionHash }, messageId, key) {
      const { recipient_id, sender_id, view_once } = await requireMessage(profileId, messageId);
      if (recipient_id !== profileId || view_once === null || visibility.isHidden(profileId, sender_id))
        throw problem('not-found');
      // Read before the write, so that a picture whose file cannot be read remains unviewed.
      const pictureId = await createViewOnceStore(db.read).pictureOf(messageId);
      const bytes = pictureId === null ? null : await pictureFiles.get(pictureId, 'original');

      await write([sender_id, profileId], async (tx, revision) => {
        const [messages, pictures] = [storeOf(tx), createViewOnceStore(tx)];
        const before = await messages.find(messageId);
        if (before === null || isGoneFor(profileId, before)) throw problem('not-found');
        if (bytes === null) throw problem('viewed-once');
        const request = { sessionHash, key };
        const nowMs = clock.now();
        if (!(await pictures.markViewed(before, request, { revision, nowMs }))) {
          if (await pictures.wasViewedBy(messageId, request, nowMs - limits.viewOnceRepeatMs)) return { toNotify: [] };
          throw problem('viewed-once');
        }
        const after = (await messages.find(messageId)) ?? before;
        const shownTo = [sender_id, profileId].filter((id) => !isGoneFor(id, after));
        return { toNotify: shownTo.map((id) => changeNotification(id, [after])) };
      });
      if (bytes === null) throw problem('viewed-once');
      return bytes;
    },
  };
}
