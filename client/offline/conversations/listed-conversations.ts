// The list of conversations on this device, after one of their messages was sent, read or changed, even if no page is open.
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { briefOfCached } from '#client/offline/cached-values.ts';
import { changeLists } from '#client/offline/stored-lists.ts';
import { cacheOwnBroadcast } from './cached-broadcasts.ts';
import { cacheMessage, conversationsKey, isDiscarded, peerOf } from './cached-messages.ts';

type Listed = readonly ConversationListed[];

/** Caches a message, and shows it in the list of conversations, or a broadcast in its area. */
export async function cacheInLists(own: string, message: Message): Promise<void> {
  const peer = peerOf(own, message);
  if (isDiscarded(own, message)) return;
  if (peer === null) return cacheOwnBroadcast(own, message);
  await cacheMessage(own, message);
  const partner = await briefOfCached(own, peer);
  await changeLists<Listed>(own, JSON.stringify(conversationsKey(own)), (listed) => withMessage(listed, own, message, partner));
}

/**
 * The list with the message, if it is the newest of its conversation. If it is read, so are all before it. A conversation that is not
 * listed begins with a new message of the member's own, if the device knows the `partner`.
 */
export function withMessage(listed: Listed, own: string, message: Message, partner: ReducedBrief | null = null): Listed {
  const peer = peerOf(own, message);
  const known = listed.find(({ profile }) => profile.profileId === peer);
  if (known !== undefined && message.revision < known.revision) return listed;
  const isOwn = message.senderProfileId === own;
  // A message that was changed, for example by a reaction, may be older than the newest one.
  const isNew = isOwn && message.revision === message.sequence;
  const profile = known?.profile ?? (isNew ? partner : null);
  if (profile === null) return listed;
  const isRead = !isOwn && message.tsRecipientRead !== null;
  const newest = { ...message, profile, sequence: message.tsCreated, unread: isRead ? 0 : (known?.unread ?? 0) };
  return [newest, ...listed.filter((one) => one !== known)].toSorted((a, b) => b.sequence - a.sequence);
}
