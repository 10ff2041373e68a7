// Stores the reply to a delivered write on the device, so that it is there even if no page was open when it came.
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { Message } from '#shared/contract/messages.ts';
import type { ProfileNote } from '#shared/contract/notes.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { keepTold } from '#client/offline/conversations/saved-messages.ts';
import { keepNote } from '#client/offline/saved-notes.ts';
import { keepLike, keepProfile } from '#client/offline/saved-values.ts';

/** The casts trust the server to answer as the contract says: schemas have no place in the worker. */
export async function keepReply({ keeps, profile }: OutboxEntry, reply: unknown): Promise<void> {
  if (reply === null) return;
  if (keeps === 'message') await keepTold(profile, reply as Message);
  if (keeps === 'profile') await keepProfile(profile, reply as Profile);
  if (keeps === 'note') await keepNote(profile, reply as ProfileNote);
  if (keeps === 'like') await keepLike(profile, reply as ProfileLike);
}
