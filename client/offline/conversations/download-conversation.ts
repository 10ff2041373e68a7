// Downloads the rest of an open conversation for reading without connection: older pages, then pictures.
import { messages, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call } from '#client/net/call.ts';
import { cachePictures } from '#client/offline/cache-pictures.ts';
import { cacheOlder, cachedMessages } from './cached-messages.ts';

/** The number of messages of a conversation that are read from the device at once, and so downloaded to it. */
export const cachedMost = 400;
/** Of the newest of these messages: the device has room for 300 pictures in all. */
const picturesMost = 60;

export interface DownloadedConversation {
  /** The number of its messages on the device; 0 without storage. */
  readonly count: number;
  /** The sequence of the very first message; null while it is not on the device. */
  readonly beginsAt: number | null;
}

/**
 * Continues before the oldest message on the device, to the beginning. Rejects as a call does, and when it is aborted; the pages
 * received until then stay.
 */
export async function downloadConversation(own: string, peer: string, signal: AbortSignal): Promise<DownloadedConversation> {
  const saved = await cachedMessages(own, peer, cachedMost);
  let oldest = saved.at(-1);
  while (oldest !== undefined && saved.length < cachedMost) {
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

/** Each once, those of the newest messages first. */
const picturesIn = (all: readonly Message[]): string[] =>
  [...new Set(all.flatMap(({ profilePicIds }) => profilePicIds))].slice(0, picturesMost);
