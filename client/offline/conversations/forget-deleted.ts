// Removes a deleted message from this device, even if no page is open.
import type { Broadcast, ConversationListed } from '#shared/contract/messages.ts';
import { changeLists, removeFromLists } from '#client/offline/stored-lists.ts';
import { cachedMessages, conversationsKey, forgetMessages } from './cached-messages.ts';

/** The list of conversations shows the message before it instead. Without one on the device, it leaves the conversation out. */
export async function forgetDeleted(own: string, id: string): Promise<void> {
  await forgetMessages(own, [id]);
  await removeFromLists<Broadcast>(own, 'broadcasts:', (broadcast) => broadcast.id === id);
  await changeLists<readonly ConversationListed[]>(own, JSON.stringify(conversationsKey(own)), async (listed) => {
    const deleted = listed.find((newest) => newest.id === id);
    if (deleted === undefined) return listed;
    const { profile, unread } = deleted;
    const before = await cachedMessages(own, profile.profileId, 1);
    const instead = before.map((message) => ({ ...message, profile, unread, sequence: message.tsCreated }));
    return listed.flatMap((newest) => (newest === deleted ? instead : [newest]));
  });
}
