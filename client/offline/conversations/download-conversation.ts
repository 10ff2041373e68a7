// Downloads the rest of an open conversation for reading without connection: older pages, then pictures.
import { messages, type Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { call } from '#client/net/call.ts';
import { cachePictures } from '#client/offline/cache-pictures.ts';
import { cacheOlder, cachedMessages } from './cached-messages.ts';

/** How much of a conversation the device gives back at once, and so how much of it is brought there. */
export const cachedMost = 400;
/** Of the newest of these messages: the device has room for 300 pictures in all. */
const picturesMost = 60;

export interface DownloadedConversation {
  /** How many messages the device has of it: none where it keeps nothing. */
  readonly count: number;
  /** The place of the first message of all; null where the device was not given that many. */
  readonly beginsAt: number | null;
}

/**
 * Goes on before the oldest message that the device has, until the beginning. Rejects as a call does, and when it is given up; what
 * came until then stays.
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
