// Downloads the rest of an open conversation, so that it can be read offline: older pages, then pictures.
import { messages, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call } from '#client/net/call.ts';
import { cachePictures } from '#client/offline/cache-pictures.ts';
import { cacheOlder, cachedMessages } from './cached-messages.ts';

/** The number of messages of a conversation that are read from the device, and therefore downloaded, at once. */
export const maxCachedMessages = 400;
/** How many pictures of the newest messages are downloaded. The device stores 300 pictures in total. */
const maxPictures = 60;

export interface DownloadedConversation {
  /** How many of its messages are on the device; 0 without storage. */
  readonly count: number;
  /** The sequence of the first message of all. Null while it is not on the device. */
  readonly beginsAt: number | null;
}

/**
 * Continues before the oldest message on the device, up to the beginning or `maxCachedMessages`. Rejects like a call, and if it is
 * aborted. Pages that were received before that stay.
 */
export async function downloadConversation(own: string, peer: string, signal: AbortSignal): Promise<DownloadedConversation> {
  const saved = await cachedMessages(own, peer, maxCachedMessages);
  let oldest = saved.at(-1);
  while (oldest !== undefined && saved.length < maxCachedMessages) {
    const args = { params: { a: own, b: peer }, query: { beforeMessageId: oldest.id } };
    const page = await call(messages.getBetween, args, { signal, background: true });
    signal.throwIfAborted();
    await cacheOlder(own, page, oldest.sequence, signal);
    saved.push(...page);
    oldest = page.length < limits.messagesPage ? undefined : page.at(-1);
  }
  void cachePictures(picturesIn(saved)).catch(() => undefined);
  const isWhole = oldest === undefined;
  return { count: saved.length, beginsAt: isWhole ? (saved.at(-1)?.sequence ?? null) : null };
}

/** The ids of the pictures without duplicates, those of the newest messages first. */
const picturesIn = (all: readonly Message[]): string[] =>
  [...new Set(all.flatMap(({ profilePicIds }) => profilePicIds))].slice(0, maxPictures);
