// Conversations as queries: cached on the device, without holes after an absence, updated by the socket and by own sends.
import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { messages, type ConversationListed, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call } from '#client/net/call.ts';
import { askAgain } from '#client/offline/ask-again.ts';
import { noteEnd } from './list-ends.ts';
import { applyMeanwhile, joinNewest, mergeItems, type Joined, type Ordered } from './newest-first.ts';
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
      const joined = await joinedPages(held, limits.conversationsPage, conversationId, (beforeMessageId) =>
        call(messages.getMostRecentWith, { params: { id: own }, query: { beforeMessageId } }, background(signal, client, key)),
      );
      noteEnd(client, key, joined);
      return applyMeanwhile(joined.items, held, client.getQueryData<ConversationListed[]>(key) ?? [], conversationId);
    }),
    refetchOnReconnect: 'always',
  });

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
      // Another call has taken the place of this one, since it may be older than what was told.
      signal.throwIfAborted();
      const { items, gone, fetched } = answer;
      const hasHole = answer.hasHole || gap === 0;
      noteEnd(client, key, { ...answer, hasHole });
      const lowest = fetched.at(-1)?.sequence ?? 0;
      /** With what was told while the pages were under way, in its later state. */
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

/** Up to which message what is held is sure to be whole and as the server has it: below that pages need not be fetched again. */
const gapKey = (key: QueryKey): QueryKey => ['gap', ...key];

/** More has changed than this tab was told of: nothing that it holds is sure any more. */
export function noteGaps(client: QueryClient, own: string): void {
  for (const [key, held] of client.getQueriesData<Message[]>({ queryKey: ['messages', own] }))
    if (held !== undefined) client.setQueryData<number>(gapKey(key), 0);
}

/**
 * Puts a message that came by the socket, or as the reply to a send, where it is shown, and on the device. The socket tells
 * of all that came before, in its order; a reply says nothing of it.
 */
export async function showMessage(
  client: QueryClient,
  own: string,
  peer: string,
  message: Message,
  isTold = false,
): Promise<void> {
  if (isTakenOff(own, message)) return hideMessage(client, own, peer, message.id);
  const key = conversationKey(own, peer);
  const held = client.getQueryData<Message[]>(key);
  // A first page that is on its way may show an older state of it, and end up below the next one.
  if (held === undefined && client.getQueryState(key)?.fetchStatus === 'fetching') client.setQueryData<number>(gapKey(key), 0);
  if (!isTold && held?.every(({ id }) => id !== message.id))
    client.setQueryData<number>(gapKey(key), (before) => before ?? held[0]?.sequence ?? 0);
  const isBefore = held !== undefined && message.sequence < (held.at(-1)?.sequence ?? 0);
  // A page that is on its way for the first time may be older than this message; in what seems whole and is not, others are missing too.
  if (held === undefined || (isBefore && held.length < limits.messagesPage)) askAgain(client, key);
  // One before the oldest that is held comes with its page: alone it would hide those between.
  if (held !== undefined && !isBefore) client.setQueryData<Message[]>(key, mergeItems(held, [message], messageId));
  // After the screen has it: a page that is being kept meanwhile then has it too, or is overtaken by this.
  await cacheMessage(own, message).catch(() => undefined);
  const conversations = client.getQueryData<ConversationListed[]>(conversationsKey(own));
  const known = conversations?.find(({ profile }) => profile.profileId === peer);
  const isNew = known !== undefined && message.sequence > known.sequence;
  if (conversations === undefined || known === undefined || !isNew) {
    // A change of an old one may change what is unread: the server counts.
    askAgain(client, conversationsKey(own));
    return;
  }
  const unread = message.senderProfileId === own ? known.unread : known.unread + 1;
  const changed: ConversationListed = { ...message, profile: known.profile, unread };
  const next = mergeItems(conversations, [changed], conversationId);
  client.setQueryData<ConversationListed[]>(conversationsKey(own), next);
  void listStore(own, conversationsKey(own))
    .write?.(next)
    .catch(() => undefined);
}

/** A message that is no more for this member goes from screen and device. */
export async function hideMessage(client: QueryClient, own: string, peer: string, id: string): Promise<void> {
  client.setQueryData<Message[]>(conversationKey(own, peer), (held) => held?.filter((message) => message.id !== id));
  client.setQueryData<Message | null>(quotedKey(own, id), (held) => held && null);
  await takeOff(own, id).catch(() => undefined);
  askAgain(client, conversationsKey(own));
}

/** After longer absences the newest pages stand alone, and older ones are fetched again when they are scrolled to. */
const pagesMost = 5;

/** The fetching keeps each page by itself. */
const messagesStore = (own: string, peer: string): CacheStore<Message[]> => ({
  read: async () => {
    const found = await cachedMessages(own, peer, cachedMost);
    return found.length === 0 ? null : { value: found, savedMs: 0 };
  },
});

export const messageId = ({ id }: Message): string => id;
export const conversationId = ({ profile }: ConversationListed): string => profile.profileId;

/** Nobody waits for what only refreshes what is shown. */
export const background = (signal: AbortSignal, client: QueryClient, key: QueryKey) => ({
  signal,
  background: client.getQueryData(key) !== undefined,
});

export interface JoinedPages<T> extends Joined<T> {
  readonly fetched: readonly T[];
  /** Whether nothing is before what was fetched. */
  readonly isWhole: boolean;
}

/** The newest page, and the ones below it until they touch what is held. */
export async function joinedPages<T extends Ordered & { readonly id: string }>(
  held: readonly T[],
  size: number,
  idOf: (item: T) => string,
  fetchPage: (beforeMessageId: string | undefined) => Promise<T[]>,
): Promise<JoinedPages<T>> {
  let page = await fetchPage(undefined);
  let joined = joinNewest(held, page, page.length === size, idOf);
  const fetched = [...page];
  for (let pages = 1; joined.hasHole && pages < pagesMost; pages++) {
    page = await fetchPage(page.at(-1)?.id);
    fetched.push(...page);
    joined = joinNewest(held, fetched, page.length === size, idOf);
  }
  return { ...joined, fetched, isWhole: page.length < size };
}
