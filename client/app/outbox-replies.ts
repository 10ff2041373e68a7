// Puts the reply to each delivered write where screens show it, before the write itself leaves the overlay.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Message } from '#shared/contract/messages.ts';
import type { ProfileNote } from '#shared/contract/notes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox.ts';
import { peerOf } from '#client/offline/conversations/saved-messages.ts';
import { showNote } from '#client/offline/saved-notes.ts';
import { conversationKey, hideMessage, showMessage } from '#client/offline/conversations/saved-queries.ts';

/** The queries that a write changes, by the first part of its queue. */
const changedKeys: Readonly<Record<string, (id: string, entry: OutboxEntry, reply: unknown) => readonly QueryKey[]>> = {
  like: (id, { body }, reply) => [
    ['likes'],
    // The server now shows more of the other one, or less; or he is gone.
    ...('blocked' in Object(body) || reply === null ? [['profile', id], ['nearby'], ['conversations']] : []),
  ],
  'pic-like': () => [['likes']],
  // What others said meanwhile belongs below it.
  messages: (id) => (id === 'broadcast' ? [['broadcasts']] : []),
  note: () => [['notes']],
  read: () => [['conversations'], ['messages']],
  notification: () => [['notifications']],
  mute: () => [['mutes']],
};
/** A screen that can't be refreshed, or whose code does not come, must not hold up what else waits to be sent. */
const refreshMs = 5_000;

export async function showReply(queries: QueryClient, entry: OutboxEntry, reply: unknown): Promise<void> {
  const { keeps, profile, queue } = entry;
  // The casts trust the server to answer as the contract says.
  if (keeps === 'message' && reply !== null) {
    const message = reply as Message;
    const peer = peerOf(profile, message);
    if (peer !== null) await showMessage(queries, profile, peer, message);
  }
  if (keeps === 'profile' && reply !== null) queries.setQueryData(['profile', profile], reply);
  if (keeps === 'note' && reply !== null) await showNote(queries, profile, reply as ProfileNote);
  const [noun = '', id = ''] = queue.split(':');
  if (keeps === 'like' && reply !== null) queries.setQueryData(['like', profile, id], reply);
  if (noun === 'delete') {
    await hideMessage(queries, profile, peerWith(queries, profile, id), id);
    await briefly(dropBroadcast(queries, profile, id));
  }
  await refresh(queries, changedKeys[noun]?.(id, entry, reply) ?? []);
}

/** A picture came into the profile. */
export const refreshProfile = (queries: QueryClient, profile: string): Promise<void> => refresh(queries, [['profile', profile]]);

/** It may have been said to the area. Without that part of the application, which is loaded when it is needed, the area is asked anew. */
async function dropBroadcast(queries: QueryClient, profile: string, messageId: string): Promise<void> {
  try {
    const { dropBroadcasts } = await import('#client/offline/conversations/broadcast-queries.ts');
    await dropBroadcasts(queries, profile, ({ id }) => id === messageId);
  } catch {
    await queries.invalidateQueries({ queryKey: ['broadcasts'] });
  }
}

const refresh = (queries: QueryClient, keys: readonly QueryKey[]): Promise<void> =>
  briefly(Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))));

async function briefly(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, refreshMs))]);
}

/** With whom the conversation is that shows a message; nobody where none does. */
function peerWith(queries: QueryClient, own: string, messageId: string): string {
  const shown = queries.getQueriesData<Message[]>({ queryKey: conversationKey(own, '').slice(0, 2) });
  const found = shown.find(([, messages]) => messages?.some(({ id }) => id === messageId))?.[1]?.[0];
  return (found && peerOf(own, found)) ?? '';
}
