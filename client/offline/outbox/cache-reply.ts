// Caches the reply to a delivered write on the device, even if no page is open.
import type { ReplyCache } from '#shared/contract/endpoint.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { cacheMessage } from '#client/offline/conversations/cached-messages.ts';
import { forgetDeleted } from '#client/offline/conversations/forget-deleted.ts';
import { cacheNote } from '#client/offline/cached-notes.ts';
import { cacheMutes, forgetRemoved } from '#client/offline/cached-notifications.ts';
import { cacheLike, cacheProfile } from '#client/offline/cached-values.ts';

/** What a write changes on the device. A deletion has no reply. */
const changes: Readonly<Record<ReplyCache, (entry: OutboxEntry, reply: never) => Promise<void>>> = {
  message: ({ profile }, reply) => cacheMessage(profile, reply),
  'deleted-message': ({ profile, queue }) => forgetDeleted(profile, queue.slice(queue.indexOf(':') + 1)),
  profile: ({ profile }, reply) => cacheProfile(profile, reply),
  note: ({ profile }, reply) => cacheNote(profile, reply),
  like: ({ profile }, reply) => cacheLike(profile, reply),
  mutes: ({ profile }, reply) => cacheMutes(profile, reply),
  notifications: forgetRemoved,
};
const withoutReply: readonly ReplyCache[] = ['deleted-message', 'notifications'];

/** The cast is safe as long as the server follows the contract. The worker has no schemas. */
export async function cacheReply(entry: OutboxEntry, reply: unknown): Promise<void> {
  const { keeps } = entry;
  if (keeps !== null && (reply !== null || withoutReply.includes(keeps))) await changes[keeps](entry, reply as never);
}
