// The way back in lists that come newest first: the page before the oldest one that is held.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { messages } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call } from '#client/net/call.ts';
import { endQuery } from './list-ends.ts';
import { mergeItems, type Ordered } from './newest-first.ts';
import { keepMessages } from './saved-messages.ts';
import { conversationId, conversationKey, conversationsKey, messageId } from './saved-queries.ts';

/** Adds the page before the oldest shown message; false when nothing is left before it. Rejects as a call does. */
export const loadOlder = (client: QueryClient, own: string, peer: string): Promise<boolean> =>
  addOlder(client, conversationKey(own, peer), limits.messagesPage, messageId, async (beforeMessageId) => {
    const page = await call(messages.getBetween, { params: { a: own, b: peer }, query: { beforeMessageId } });
    void keepMessages(own, page).catch(() => undefined);
    return page;
  });

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
  const isWhole = page.length < size;
  if (isWhole) client.setQueryData(endQuery(key).queryKey, (page.at(-1) ?? oldest).sequence);
  return !isWhole;
}
