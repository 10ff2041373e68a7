// The way back in lists that come newest first: the page before the oldest one that is held.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { messages, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { savedMost } from './keep-conversation.ts';
import { mergeItems, type Ordered } from './newest-first.ts';
import { keepMessages, savedMessages } from './saved-messages.ts';
import { conversationId, conversationKey, conversationsKey, messageId } from './saved-queries.ts';

/**
 * Adds the page before the oldest shown message; false when nothing is left before it. Without connection it comes from the device
 * as long as that has one. Rejects as a call does.
 */
export async function loadOlder(client: QueryClient, own: string, peer: string): Promise<boolean> {
  const add = (fetchPage: (beforeMessageId: string) => Promise<Message[]>): Promise<boolean> =>
    addOlder(client, conversationKey(own, peer), limits.messagesPage, messageId, fetchPage);
  try {
    return await add(async (beforeMessageId) => {
      const page = await call(messages.getBetween, { params: { a: own, b: peer }, query: { beforeMessageId } });
      void keepMessages(own, page).catch(() => undefined);
      return page;
    });
  } catch (trouble) {
    if (!(trouble instanceof ConnectionLost)) throw trouble;
    await add(async (beforeMessageId) => {
      const page = await savedBefore(own, peer, beforeMessageId);
      if (page.length === 0) throw trouble;
      return page;
    });
    return true;
  }
}

async function savedBefore(own: string, peer: string, beforeMessageId: string): Promise<Message[]> {
  const saved = await savedMessages(own, peer, savedMost).catch(() => []);
  const start = saved.findIndex(({ id }) => id === beforeMessageId) + 1;
  return start === 0 ? [] : saved.slice(start, start + limits.messagesPage);
}

/** The same for the list of conversations. */
export const loadOlderConversations = (client: QueryClient, own: string): Promise<boolean> =>
  addOlder(client, conversationsKey(own), limits.conversationsPage, conversationId, (beforeMessageId) =>
    call(messages.getMostRecentWith, { params: { id: own }, query: { beforeMessageId } }),
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
  client.setQueryData<T[]>(key, (held = []) => mergeItems(held, page, idOf));
  return page.length === size;
}
