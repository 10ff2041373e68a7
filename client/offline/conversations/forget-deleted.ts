// Removes a deleted message from this device, also if no page is open.
import type { Broadcast, ConversationListed } from '#shared/contract/messages.ts';
import { cachedList, cacheList } from '#client/offline/cached-values.ts';
import { removeFromLists } from '#client/offline/stored-lists.ts';
import { cachedMessages, conversationsKey, forgetMessages } from './cached-messages.ts';

/** The list of conversations shows the message before it instead, or the conversation goes with its only message. */
export async function forgetDeleted(own: string, id: string): Promise<void> {
  await forgetMessages(own, [id]);
  await removeFromLists<Broadcast>(own, 'broadcasts:', (broadcast) => broadcast.id === id);
  const name = JSON.stringify(conversationsKey(own));
  const listed = (await cachedList<ConversationListed[]>(own, name))?.value ?? [];
  const deleted = listed.find((newest) => newest.id === id);
  if (deleted === undefined) return;
  const [before] = await cachedMessages(own, deleted.profile.profileId, 1);
  const others = listed.filter((newest) => newest !== deleted);
  const next = before === undefined ? others : [...others, { ...deleted, ...before, sequence: before.tsCreated }];
  await cacheList(
    own,
    name,
    next.toSorted((a, b) => b.sequence - a.sequence),
  );
}
