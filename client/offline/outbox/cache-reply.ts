// Caches the reply to a delivered write on the device, even if no page is open.
import type { ReplyCache } from '#shared/contract/endpoint.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { cacheMessage } from '#client/offline/conversations/cached-messages.ts';
import { cacheNote } from '#client/offline/cached-notes.ts';
import { cacheMutes, forgetRemoved } from '#client/offline/cached-notifications.ts';
import { cacheLike, cacheProfile } from '#client/offline/cached-values.ts';

const caches: Readonly<Record<Exclude<ReplyCache, 'notifications'>, (profile: string, reply: never) => Promise<void>>> = {
  message: cacheMessage,
  profile: cacheProfile,
  note: cacheNote,
  like: cacheLike,
  mutes: cacheMutes,
};

/** The cast is safe as long as the server follows the contract. The worker has no schemas. */
export async function cacheReply(entry: OutboxEntry, reply: unknown): Promise<void> {
  const { keeps, profile } = entry;
  if (keeps === 'notifications') await forgetRemoved(entry);
  else if (keeps !== null && reply !== null) await caches[keeps](profile, reply as never);
}
