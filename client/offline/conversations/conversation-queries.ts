// Conversations as queries: cached on the device, without holes after an absence, updated by the socket and by own sends.
import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { messages, type ConversationListed, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call, type CallOptions } from '#client/net/call.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { isChecked, startCheck } from './checked-lists.ts';
import { noteEnd } from './list-ends.ts';
import { applyMeanwhile, joinNewest, mergeItems, reachesEnd, type Joined, type Ordered } from './newest-first.ts';
import { cachedMost } from './download-conversation.ts';
import { listStore, cachedFirst, type CacheStore } from '#client/offline/cached-first.ts';
import {
  forgetBefore,
  forgetMessages,
  isTakenOff,
  cacheMessages,
  cacheMessage,
  cachedMessages,
  takeOff,
} from './cached-messages.ts';

export const conversationsKey = (own: string): QueryKey => ['conversations', own];

/** The newest message of each conversation, newest first: the server's first 20 and the older ones that are known. */
export const conversationsQuery = (own: string) =>
  queryOptions({
    queryKey: conversationsKey(own),
    queryFn: cachedFirst<ConversationListed[]>(listStore(own, conversationsKey(own)), async ({ signal, client }, held = []) => {
      const key = conversationsKey(own);
      const joined = await currentPages(key, held, limits.conversationsPage, conversationId, (beforeMessageId) =>
        fetchConversations(own, beforeMessageId, background(signal, client, key)),
      );
      noteEnd(client, key, joined);
      return applyMeanwhile(joined.items, held, client.getQueryData<ConversationListed[]>(key) ?? [], conversationId);
    }),
    refetchOnReconnect: 'always',
  });

/** A page of the list, in which times take the place of sequences, since those of two conversations cannot be compared. */
export const fetchConversations = async (own: string, beforeMessageId: string | undefined, options?: CallOptions) =>
  (await call(messages.getMostRecentWith, { params: { id: own }, query: { beforeMessageId } }, options)).map(inList);

const inList = (newest: ConversationListed): ConversationListed => ({ ...newest, sequence: newest.tsCreated });

export const conversationKey = (own: string, peer: string): QueryKey => ['messages', own, peer];

/** One message that others answer. */
export const quotedKey = (own: string, id: string): QueryKey => ['quoted', own, id];

/** One conversation, newest first and without a hole; `loadOlder` (older-pages.ts) makes it longer. */
export const conversationQuery = (own: string, peer: string) =>
  queryOptions({
    queryKey: conversationKey(own, peer),
    queryFn: cachedFirst<Message[]>(messagesStore(own, peer), async ({ signal, client }, held = []) => {
      const key = conversationKey(own, peer);
      const gap = client.getQueryData<number>(gapKey(key));
      const known = held.filter(({ sequence }) => gap === undefined || sequence <= gap);
      const answer = await joinedPages(known, limits.messagesPage, messageId, (beforeMessageId) =>
        call(messages.getBetween, { params: { a: own, b: peer }, query: { beforeMessageId } }, background(signal, client, key)),
      );
      // Another call has replaced this one, whose answer may be older than the events received meanwhile.
      signal.throwIfAborted();
      const { items, gone, fetched } = answer;
      const hasHole = answer.hasHole || gap === 0;
      noteEnd(client, key, { ...answer, hasHole });
      const lowest = fetched.at(-1)?.sequence ?? 0;
      /** Merged with the messages received while the pages were under way, each in its later state. */
      const joined = (): Message[] =>
        applyMeanwhile(items, held, client.getQueryData<Message[]>(key) ?? [], messageId).filter(
          (message) => !isTakenOff(own, message),
        );
      if (hasHole) await forgetBefore(own, peer, lowest).catch(() => undefined);
      await forgetMessages(own, gone.map(messageId)).catch(() => undefined);
      const inPages = joined().filter(({ sequence }) => sequence >= lowest);
      await cacheMessages(own, inPages, signal).catch(() => undefined);
      if (gap !== undefined && !signal.aborted) client.removeQueries({ queryKey: gapKey(key) });
      return joined();
    }),
    refetchOnReconnect: 'always',
  });

/** The newest message up to which the cached list is complete and current: pages below it need not be fetched again. */
const gapKey = (key: QueryKey): QueryKey => ['gap', ...key];

/** More has changed than this tab has received: its cached lists may be out of date. */
export function noteGaps(client: QueryClient, own: string): void {
  for (const [key, held] of client.getQueriesData<Message[]>({ queryKey: ['messages', own] }))
    if (held !== undefined) client.setQueryData<number>(gapKey(key), 0);
}

/**
 * Shows and caches a message received by the socket or as the reply to a send. The socket has delivered
 * every earlier message in order; a reply guarantees nothing about those.
 */
export async function showMessage(
  client: QueryClient,
  own: string,
  peer: string,
  message: Message,
  isFromSocket = false,
): Promise<void> {
  if (isTakenOff(own, message)) return hideMessage(client, own, peer, message.id);
  showInConversation(client, conversationKey(own, peer), message, isFromSocket);
  // After it is on screen: a page being cached meanwhile then contains it too, or is overwritten by this.
  await cacheMessage(own, message).catch(() => undefined);
  showInConversations(client, own, peer, message);
}

function showInConversation(client: QueryClient, key: QueryKey, message: Message, isFromSocket: boolean): void {
  const held = client.getQueryData<Message[]>(key);
  if (held === undefined) {
    // A first page under way may hold an older state of it or lack it.
    if (client.getQueryState(key)?.fetchStatus === 'fetching') client.setQueryData<number>(gapKey(key), 0);
    return invalidate(client, key);
  }
  if (!isFromSocket && held.every(({ id }) => id !== message.id))
    client.setQueryData<number>(gapKey(key), (before) => before ?? held[0]?.sequence ?? 0);
  if (message.sequence >= (held.at(-1)?.sequence ?? 0))
    client.setQueryData<Message[]>(key, mergeItems(held, [message], messageId));
  // One before the oldest cached message comes with its page, since alone it would hide those between.
  else if (held.length < limits.messagesPage) invalidate(client, key);
}

function showInConversations(client: QueryClient, own: string, peer: string, message: Message): void {
  const key = conversationsKey(own);
  const held = client.getQueryData<ConversationListed[]>(key);
  const known = held?.find(({ profile }) => profile.profileId === peer);
  // A change of an old message may change what is unread: the server counts.
  if (held === undefined || known === undefined || message.tsCreated <= known.tsCreated) return invalidate(client, key);
  const unread = message.senderProfileId === own ? known.unread : known.unread + 1;
  const next = mergeItems(held, [inList({ ...message, profile: known.profile, unread })], conversationId);
  client.setQueryData<ConversationListed[]>(key, next);
  void listStore(own, key)
    .write?.(next)
    .catch(() => undefined);
}

/** Removes a message that this member may no longer see from screen and device. */
export async function hideMessage(client: QueryClient, own: string, peer: string, id: string): Promise<void> {
  client.setQueryData<Message[]>(conversationKey(own, peer), (held) => held?.filter((message) => message.id !== id));
  client.setQueryData<Message | null>(quotedKey(own, id), (held) => held && null);
  await takeOff(own, id).catch(() => undefined);
  invalidate(client, conversationsKey(own));
}

/** After longer absences the newest pages stand alone, and older ones are fetched again when they are scrolled to. */
const pagesMost = 5;

/** The fetch caches each page itself. */
const messagesStore = (own: string, peer: string): CacheStore<Message[]> => ({
  read: async () => {
    const found = await cachedMessages(own, peer, cachedMost);
    return found.length === 0 ? null : { value: found, savedMs: 0 };
  },
});

export const messageId = ({ id }: Message): string => id;
export const conversationId = ({ profile }: ConversationListed): string => profile.profileId;

/** A background refresh is not awaited. */
export const background = (signal: AbortSignal, client: QueryClient, key: QueryKey) => ({
  signal,
  background: client.getQueryData(key) !== undefined,
});

export interface JoinedPages<T> extends Joined<T> {
  readonly fetched: readonly T[];
  /** True if nothing precedes the fetched pages. */
  readonly isWhole: boolean;
}

/** The newest page joined with the rest of `held`, of which the next pages are fetched again too unless it is known to be current. */
export async function currentPages<T extends Ordered & { readonly id: string }>(
  key: QueryKey,
  held: readonly T[],
  size: number,
  idOf: (item: T) => string,
  fetchPage: (beforeMessageId: string | undefined) => Promise<T[]>,
): Promise<JoinedPages<T>> {
  if (isChecked(key)) return joinedPages(held, size, idOf, fetchPage);
  const complete = startCheck(key);
  const pages = await joinedPages(held, size, idOf, fetchPage, held.at(-1)?.sequence);
  complete();
  return pages;
}

/** The newest page, and the ones below it until they reach the cached messages and the sequence `downTo`. */
async function joinedPages<T extends Ordered & { readonly id: string }>(
  held: readonly T[],
  size: number,
  idOf: (item: T) => string,
  fetchPage: (beforeMessageId: string | undefined) => Promise<T[]>,
  downTo = Number.POSITIVE_INFINITY,
): Promise<JoinedPages<T>> {
  let page = await fetchPage(undefined);
  let joined = joinNewest(held, page, page.length === size, idOf);
  const fetched = [...page];
  const isAbove = (): boolean =>
    page.length === size && (page.at(-1)?.sequence ?? 0) >= downTo && !reachesEnd(held, fetched, idOf);
  for (let pages = 1; (joined.hasHole || isAbove()) && pages < pagesMost; pages++) {
    page = await fetchPage(page.at(-1)?.id);
    fetched.push(...page);
    joined = joinNewest(held, fetched, page.length === size, idOf);
  }
  return { ...joined, fetched, isWhole: page.length < size };
}
