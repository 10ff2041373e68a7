// Caches the reply to a delivered write on the device, even if no page is open.
import type { ReplyCache } from '#shared/contract/endpoint.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { forgetDeleted } from '#client/offline/conversations/forget-deleted.ts';
import { cacheLikeReply } from '#client/offline/conversations/forget-member.ts';
import { cacheInLists } from '#client/offline/conversations/listed-conversations.ts';
import { cacheNote } from '#client/offline/cached-notes.ts';
import { cacheMutes, forgetRemoved } from '#client/offline/cached-notifications.ts';
import { cachePicLike } from '#client/offline/cached-pic-likes.ts';
import { cacheProfile } from '#client/offline/cached-values.ts';

/** What a write changes on the device. `id` is the part of its queue's name after the colon. */
const changes: Readonly<Record<ReplyCache, (profile: string, reply: never, id: string, entry: OutboxEntry) => Promise<void>>> = {
  message: cacheInLists,
  'deleted-message': (profile, _reply, id) => forgetDeleted(profile, id),
  profile: cacheProfile,
  note: cacheNote,
  like: cacheLikeReply,
  'pic-like': cachePicLike,
  mutes: cacheMutes,
  notifications: (_profile, _reply, _id, entry) => forgetRemoved(entry),
};
/** Deletions and removals have no reply, and a like of somebody who no longer exists has none either. */
const withoutReply: readonly ReplyCache[] = ['deleted-message', 'like', 'notifications'];

/** The cast is safe as long as the server follows the contract. The worker has no schemas. */
export async function cacheReply(entry: OutboxEntry, reply: unknown): Promise<void> {
  const { profile, queue, keeps } = entry;
  if (keeps !== null && (reply !== null || withoutReply.includes(keeps)))
    await changes[keeps](profile, reply as never, queue.slice(queue.indexOf(':') + 1), entry);
}
