// Stores the reply to a delivered write on the device, so that it is there even if no page was open when it came.
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { Message } from '#shared/contract/messages.ts';
import type { ProfileNote } from '#shared/contract/notes.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { cacheMessage } from '#client/offline/conversations/cached-messages.ts';
import { cacheNote } from '#client/offline/cached-notes.ts';
import { cacheLike, cacheProfile } from '#client/offline/cached-values.ts';

/** The casts trust the server to answer as the contract says: schemas have no place in the worker. */
export async function cacheReply({ keeps, profile }: OutboxEntry, reply: unknown): Promise<void> {
  if (reply === null) return;
  if (keeps === 'message') await cacheMessage(profile, reply as Message);
  if (keeps === 'profile') await cacheProfile(profile, reply as Profile);
  if (keeps === 'note') await cacheNote(profile, reply as ProfileNote);
  if (keeps === 'like') await cacheLike(profile, reply as ProfileLike);
}
