// Caches the reply to a delivered write on the device, also when no page is open.
import type { ReplyCache } from '#shared/contract/endpoint.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { cacheMessage } from '#client/offline/conversations/cached-messages.ts';
import { cacheNote } from '#client/offline/cached-notes.ts';
import { cacheLike, cacheProfile } from '#client/offline/cached-values.ts';

const caches: Readonly<Record<ReplyCache, (profile: string, reply: never) => Promise<void>>> = {
  message: cacheMessage,
  profile: cacheProfile,
  note: cacheNote,
  like: cacheLike,
};

/** The cast trusts the server to answer as the contract says: the worker has no schemas. */
export async function cacheReply({ keeps, profile }: OutboxEntry, reply: unknown): Promise<void> {
  if (keeps !== null && reply !== null) await caches[keeps](profile, reply as never);
}
