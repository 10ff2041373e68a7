// Puts the reply to a delivered write into the device's stores, so that it is there even if no page was open when it came.
import type { ProfileLike } from '#shared/contract/likes.ts';
import type { Message } from '#shared/contract/messages.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import type { OutboxEntry } from './outbox.ts';
import { keepMessages } from './saved-messages.ts';
import { keepLike, keepProfile } from './saved-values.ts';

/** The casts trust the server to answer as the contract says: schemas have no place in the worker. */
export async function keepReply({ keeps, profile }: OutboxEntry, reply: unknown): Promise<void> {
  if (reply === null) return;
  if (keeps === 'message') await keepMessages(profile, [reply as Message]);
  if (keeps === 'profile') await keepProfile(profile, reply as Profile);
  if (keeps === 'like') await keepLike(profile, reply as ProfileLike);
}
