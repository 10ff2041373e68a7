// Queries of conversations, cached on the device. The socket and own messages update them, and gaps are filled.
import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { messages, type ConversationListed, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call, type CallOptions } from '#client/net/call.ts';
import { changeData } from '#client/net/change-data.ts';
import { isLive } from '#client/net/live-store.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { isChecked, startCheck } from './checked-lists.ts';
import { storeEnd } from './list-ends.ts';
import { applyLaterChanges, joinNewest, mergeItems, reachesEnd, type Joined, type Ordered } from './newest-first.ts';
import { maxCachedMessages } from './download-conversation.ts';
import { listStore, cachedFirst, type CacheStore } from '#client/offline/cached-first.ts';
import {
  conversationsKey,
  forgetBefore,
  forgetMessages,
  isDiscarded,
  cacheMessages,
  cacheMessage,
  cachedMessages,
  discardMessage,
} from './cached-messages.ts';

/** The newest message of each conversation, newest first: the server's first 20, and older ones that were loaded. */
export const conversationsQuery = (own: string) =>
  queryOptions({
    queryKey: conversationsKey(own),
    queryFn: cachedFirst<ConversationListed[]>(listStore(own, conversationsKey(own)), async ({ signal, client }, cached = []) => {
      const key = conversationsKey(own);
      const joined = await refreshedPages(key, cached, limits.conversationsPage, conversationId, (beforeMessageId) =>
        fetchConversations(own, beforeMessageId, backgroundIfShown(signal, client, key)),
      );
      storeEnd(client, key, joined);
      return withLaterChanges(joined, cached, client.getQueryData<ConversationListed[]>(key), conversationId);
    }),
    refetchOnReconnect: 'always',
  });

/** A page of the list. The `sequence` of its items is their time, because sequences of two conversations cannot be compared. */
export const fetchConversations = async (own: string, beforeMessageId: string | undefined, options?: CallOptions) =>
  (await call(messages.getMostRecentWith, { params: { id: own }, query: { beforeMessageId } }, options)).map(inList);

const inList = (newest: ConversationListed): ConversationListed => ({ ...newest, sequence: newest.tsCreated });

export const conversationKey = (own: string, peer: string): QueryKey => ['messages', own, peer];

/** The query key of a message that other messages quote. */
export const quotedKey = (own: string, id: string): QueryKey => ['quoted', own, id];

/** A conversation, newest first and without a gap. `loadOlder` (older-pages.ts) extends it. */
export const conversationQuery = (own: string, peer: string) =>
  queryOptions({
    queryKey: conversationKey(own, peer),
    queryFn: cachedFirst<Message[]>(messagesStore(own, peer), async ({ signal, client }, cached = []) => {
      const key = conversationKey(own, peer);
      const completeUpTo = client.getQueryData<number>(completeUpToKey(key)) ?? sequenceBelowGap(own, cached);
      const known = cached.filter(({ sequence }) => completeUpTo === undefined || sequence <= completeUpTo);
      const answer = await joinedPages(known, limits.messagesPage, messageId, (beforeMessageId) =>
        call(
          messages.getBetween,
          { params: { a: own, b: peer }, query: { beforeMessageId } },
          backgroundIfShown(signal, client, key),
        ),
      );
      // If another call has replaced this one, this reply may be older than events that came in the meantime.
      signal.throwIfAborted();
      const { gone, fetched } = answer;
      const pages = { ...answer, hasGap: answer.hasGap || completeUpTo === 0 };
      storeEnd(client, key, pages);
      const lowest = fetched.at(-1)?.sequence ?? 0;
      /** Merged with messages that came while the pages were fetched. Of each message, the newer revision is kept. */
      const joined = (): Message[] =>
        withLaterChanges(pages, cached, client.getQueryData<Message[]>(key), messageId).filter(
          (message) => !isDiscarded(own, message),
        );
      if (pages.hasGap) await forgetBefore(own, peer, lowest).catch(() => undefined);
      await forgetMessages(own, gone.map(messageId)).catch(() => undefined);
      const inPages = joined().filter(({ sequence }) => sequence >= lowest);
      await cacheMessages(own, inPages, signal).catch(() => undefined);
      if (completeUpTo !== undefined && !signal.aborted) client.removeQueries({ queryKey: completeUpToKey(key) });
      return joined();
    }),
    refetchOnReconnect: 'always',
  });

/** The query key of the sequence up to which the cached list is complete and current. Only what is above it is fetched: 0 fetches all. */
const completeUpToKey = (key: QueryKey): QueryKey => ['completeUpTo', ...key];

/**
 * The sequence below the first gap among the newest messages. The device may have sent them while no page was open, and then it has not
 * received what the other member wrote before.
 */
function sequenceBelowGap(own: string, cached: readonly Message[]): number | undefined {
  const receivedIndex = cached.findIndex(({ senderProfileId }) => senderProfileId !== own);
  const newest = cached
    .slice(0, receivedIndex === -1 ? cached.length : receivedIndex + 1)
    .slice(0, maxPages * limits.messagesPage);
  return newest.findLast(({ sequence }, index) => sequence < (newest[index - 1]?.sequence ?? 0) - 1)?.sequence;
}

/** Call it when this tab may have missed changes. The next fetch of each conversation then fetches its pages again. */
export function markConversationsOutdated(client: QueryClient, own: string): void {
  for (const [key, cached] of client.getQueriesData<Message[]>({ queryKey: ['messages', own] }))
    if (cached !== undefined) client.setQueryData<number>(completeUpToKey(key), 0);
}

/**
 * Shows and caches a message from the socket, or from the reply to a send. The socket has delivered all earlier messages before, but a
 * reply says nothing about them.
 */
export async function showMessage(
  client: QueryClient,
  own: string,
  peer: string,
  message: Message,
  isFromSocket = false,
): Promise<void> {
  if (isDiscarded(own, message)) return hideMessage(client, own, peer, message.id, message.revision);
  showInConversation(client, conversationKey(own, peer), message, isFromSocket);
  // Cached after it is shown. A page that is cached at the same time contains the message too, or is overwritten here.
  await cacheMessage(own, message).catch(() => undefined);
  showInConversations(client, own, peer, message);
}

function showInConversation(client: QueryClient, key: QueryKey, message: Message, isFromSocket: boolean): void {
  const cached = client.getQueryData<Message[]>(key);
  if (cached === undefined) {
    // A first page that is on its way may have an older revision of the message, or not contain it.
    if (client.getQueryState(key)?.fetchStatus === 'fetching') client.setQueryData<number>(completeUpToKey(key), 0);
    return invalidate(client, key);
  }
  if (!isFromSocket && cached.every(({ id }) => id !== message.id))
    client.setQueryData<number>(completeUpToKey(key), (before) => before ?? cached[0]?.sequence ?? 0);
  if (message.sequence >= (cached.at(-1)?.sequence ?? 0))
    changeData<Message[]>(client, { queryKey: key }, (before) => mergeItems(before, [message], messageId), Date.now());
  // A message before the oldest cached one is loaded with its page. Alone it would leave a gap below the other messages.
  else if (cached.length < limits.messagesPage) invalidate(client, key);
}

function showInConversations(client: QueryClient, own: string, peer: string, message: Message): void {
  const key = conversationsKey(own);
  const cached = client.getQueryData<ConversationListed[]>(key);
  const known = cached?.find(({ profile }) => profile.profileId === peer);
  // If an old message changes, the number of unread ones may change. Only the server can count them.
  if (cached === undefined || known === undefined || message.tsCreated <= known.tsCreated) return invalidate(client, key);
  // If it was read on another device, so were all before it.
  const countWithIt = message.tsRecipientRead === null ? known.unread + 1 : 0;
  const unread = message.senderProfileId === own ? known.unread : countWithIt;
  const next = mergeItems(cached, [inList({ ...message, profile: known.profile, unread })], conversationId);
  changeData<ConversationListed[]>(client, { queryKey: key }, () => next, Date.now());
  void listStore(own, key)
    .write?.(next)
    .catch(() => undefined);
}

/**
 * Removes a message that the member may no longer see, from the screen and the device. It may come back with a later revision, but
 * never without `revision`, which is left out if the member has deleted it.
 */
export async function hideMessage(
  client: QueryClient,
  own: string,
  peer: string,
  id: string,
  revision = Number.POSITIVE_INFINITY,
): Promise<void> {
  changeData<Message[]>(client, { queryKey: conversationKey(own, peer) }, (cached) =>
    cached.filter((message) => message.id !== id),
  );
  client.setQueryData<Message | null>(quotedKey(own, id), (cached) => cached && null);
  await discardMessage(own, id, revision).catch(() => undefined);
  invalidate(client, conversationsKey(own));
}

/** If more pages were missed, only the newest are fetched. Older ones are fetched again when the member scrolls to them. */
const maxPages = 5;

/** The store has no `write`, because the fetch caches each page itself. */
const messagesStore = (own: string, peer: string): CacheStore<Message[]> => ({
  read: async () => {
    const found = await cachedMessages(own, peer, maxCachedMessages);
    return found.length === 0 ? null : { value: found, savedMs: 0 };
  },
});

export const messageId = ({ id }: Message): string => id;
export const conversationId = ({ profile }: ConversationListed): string => profile.profileId;

/** The options of a query's call. Once the query has data, it is a background call. */
export const backgroundIfShown = (signal: AbortSignal, client: QueryClient, key: QueryKey) => ({
  signal,
  background: client.getQueryData(key) !== undefined,
});

export interface JoinedPages<T> extends Joined<T> {
  readonly fetched: readonly T[];
  /** True if there is nothing before the fetched pages. */
  readonly isWhole: boolean;
}

/**
 * The newest page and the rest of `cached`. The pages of that rest are fetched again, unless they are known to be current, and at most
 * `maxPages` in all.
 */
export async function refreshedPages<T extends Ordered & { readonly id: string }>(
  key: QueryKey,
  cached: readonly T[],
  size: number,
  idOf: (item: T) => string,
  fetchPage: (beforeMessageId: string | undefined) => Promise<T[]>,
): Promise<JoinedPages<T>> {
  if (isChecked(key)) return joinedPages(cached, size, idOf, fetchPage);
  const markChecked = startCheck(key);
  const pages = await joinedPages(cached, size, idOf, fetchPage, cached.at(-1)?.sequence);
  markChecked();
  return pages;
}

/** The newest page, and the pages before it until they reach the cached messages and the sequence `downTo`. */
async function joinedPages<T extends Ordered & { readonly id: string }>(
  cached: readonly T[],
  size: number,
  idOf: (item: T) => string,
  fetchPage: (beforeMessageId: string | undefined) => Promise<T[]>,
  downTo = Number.POSITIVE_INFINITY,
): Promise<JoinedPages<T>> {
  let page = await fetchPage(undefined);
  let joined = joinNewest(cached, page, page.length === size, idOf);
  const fetched = [...page];
  const isAbove = (): boolean =>
    page.length === size && (page.at(-1)?.sequence ?? 0) >= downTo && !reachesEnd(cached, fetched, idOf);
  for (let pages = 1; (joined.hasGap || isAbove()) && pages < maxPages; pages++) {
    page = await fetchPage(page.at(-1)?.id);
    fetched.push(...page);
    joined = joinNewest(cached, fetched, page.length === size, idOf);
  }
  // Items below the last page may be gone. Without a socket they stay, or each poll would drop what the member is reading.
  const hasGap = joined.hasGap || (isAbove() && isLive.get());
  return { ...joined, hasGap, fetched, isWhole: page.length < size };
}

/** The fetched pages, with what was added, changed or removed since `before`, and without the items below a gap. */
export function withLaterChanges<T extends Ordered & { readonly id: string }>(
  { items, fetched, hasGap }: JoinedPages<T>,
  before: readonly T[],
  now: readonly T[] | undefined,
  idOf: (item: T) => string,
): T[] {
  const lowest = hasGap ? (fetched.at(-1)?.sequence ?? 0) : 0;
  return applyLaterChanges(items, before, now ?? [], idOf).filter(({ sequence }) => sequence >= lowest);
}
