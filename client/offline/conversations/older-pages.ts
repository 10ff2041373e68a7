// Loads older pages of lists that come newest first: the page before the oldest item shown.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { messages, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { maxCachedMessages } from './download-conversation.ts';
import { endQuery } from './list-ends.ts';
import { mergeItems, type Ordered } from './newest-first.ts';
import { cacheOlder, cachedMessages, conversationsKey, peerOf } from './cached-messages.ts';
import { conversationId, conversationKey, fetchConversations, messageId } from './conversation-queries.ts';

/**
 * Adds the page before the oldest shown message. Resolves to false if there are no older ones. Offline the page comes from the device,
 * as long as it has one. Rejects like a call.
 */
export async function loadOlder(client: QueryClient, own: string, peer: string): Promise<boolean> {
  const key = conversationKey(own, peer);
  const oldest = client.getQueryData<Message[]>(key)?.at(-1);
  try {
    return await addOlder(client, key, limits.messagesPage, messageId, async (beforeMessageId) => {
      const page = await call(messages.getBetween, { params: { a: own, b: peer }, query: { beforeMessageId } });
      void cacheOlder(own, page, oldest?.sequence ?? 0).catch(() => undefined);
      return page;
    });
  } catch (error) {
    const page = error instanceof ConnectionLost && oldest !== undefined ? await cachedBefore(own, peer, oldest.id) : [];
    if (page.length === 0) throw error;
    client.setQueryData<Message[]>(key, (cached = []) => mergeItems(cached, page, messageId));
    // Only the server knows where a conversation begins.
    return true;
  }
}

/** Less than half of the calls that a member has in five minutes. */
const maxPages = 250;

/**
 * Adds pages until the message is shown, while it is needed. Resolves to false if it is gone, or of another conversation. Rejects like a
 * call.
 */
export async function loadUntil(
  client: QueryClient,
  own: string,
  peer: string,
  soughtId: string,
  isNeeded: () => boolean,
): Promise<boolean> {
  const isShown = (): boolean =>
    client.getQueryData<Message[]>(conversationKey(own, peer))?.some(({ id }) => id === soughtId) === true;
  if (isShown()) return true;
  // Otherwise the whole conversation would be loaded in vain.
  let mayFollow = await mayBeThere(own, peer, soughtId);
  for (let pages = 0; pages < maxPages && mayFollow && !isShown() && isNeeded(); pages++)
    mayFollow = await loadOlder(client, own, peer);
  return isShown();
}

/** True without a connection, when the message may be on the device. */
async function mayBeThere(own: string, peer: string, id: string): Promise<boolean> {
  try {
    return peerOf(own, await call(messages.getMessage, { params: { id } }, { background: true })) === peer;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return false;
    if (error instanceof ConnectionLost) return true;
    throw error;
  }
}

async function cachedBefore(own: string, peer: string, messageId: string): Promise<Message[]> {
  const saved = await cachedMessages(own, peer, maxCachedMessages).catch(() => []);
  const start = saved.findIndex(({ id }) => id === messageId) + 1;
  return start === 0 ? [] : saved.slice(start, start + limits.messagesPage);
}

/** The same for the list of conversations. */
export const loadOlderConversations = (client: QueryClient, own: string): Promise<boolean> =>
  addOlder(client, conversationsKey(own), limits.conversationsPage, conversationId, (beforeMessageId) =>
    fetchConversations(own, beforeMessageId),
  );

/** The same for any list that comes newest first in pages of `size`. */
export async function addOlder<T extends Ordered & { readonly id: string }>(
  client: QueryClient,
  key: QueryKey,
  size: number,
  idOf: (item: T) => string,
  fetchPage: (beforeMessageId: string) => Promise<T[]>,
): Promise<boolean> {
  const oldest = client.getQueryData<T[]>(key)?.at(-1);
  if (oldest === undefined) return false;
  const page = await fetchPage(oldest.id);
  // The older items may have been dropped meanwhile. Then others are missing between the page and the list.
  const lowest = client.getQueryData<T[]>(key)?.at(-1)?.sequence ?? 0;
  if (lowest > oldest.sequence) return true;
  client.setQueryData<T[]>(key, (cached = []) => mergeItems(cached, page, idOf));
  const isWhole = page.length < size;
  if (isWhole) client.setQueryData(endQuery(key).queryKey, (page.at(-1) ?? oldest).sequence);
  return !isWhole;
}
