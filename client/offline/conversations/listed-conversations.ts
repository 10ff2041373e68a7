// The list of conversations on this device, after one of their messages was sent, read or changed, also if no page is open.
import type { ConversationListed, Message } from '#shared/contract/messages.ts';
import { changeLists } from '#client/offline/stored-lists.ts';
import { cacheMessage, conversationsKey, peerOf } from './cached-messages.ts';

type Listed = readonly ConversationListed[];

/** Caches the message, and shows it in the list of conversations. */
export async function cacheInConversation(own: string, message: Message): Promise<void> {
  await cacheMessage(own, message);
  await changeLists<Listed>(own, JSON.stringify(conversationsKey(own)), (listed) => withMessage(listed, own, message));
}

/** The list with the message, if it is the newest of a listed conversation. If it is read, so are all before it. */
export function withMessage(listed: Listed, own: string, message: Message): Listed {
  const peer = peerOf(own, message);
  const known = listed.find(({ profile }) => profile.profileId === peer);
  if (known === undefined || message.revision < known.revision) return listed;
  const isRead = message.senderProfileId === peer && message.tsRecipientRead !== null;
  const newest = { ...known, ...message, sequence: message.tsCreated, unread: isRead ? 0 : known.unread };
  return listed.map((one) => (one === known ? newest : one)).toSorted((a, b) => b.sequence - a.sequence);
}
