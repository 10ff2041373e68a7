// Removes a member who was blocked, or who no longer exists, from this device, even if no page is open.
import type { ProfileLike } from '#shared/contract/likes.ts';
import { cacheLike, forgetProfile } from '#client/offline/cached-values.ts';
import { unlistMember } from '#client/offline/stored-lists.ts';
import { forgetConversation } from './cached-messages.ts';

/** Caches the server's reply to a like or block. It is null if the member no longer exists. Notes and drafts stay. */
export async function cacheLikeReply(own: string, like: ProfileLike | null, id: string): Promise<void> {
  if (like === null || like.blocked) {
    await unlistMember(own, id);
    await forgetConversation(own, id);
    await forgetProfile(own, id);
  }
  if (like !== null) await cacheLike(own, like);
}
