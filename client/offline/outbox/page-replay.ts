// Sends waiting writes from a page: at the start, when one is added, and when the connection may be back.
import { requestPersistentStorage } from '#client/device/persistent-storage.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { reachability, markReachable, markUnreachable } from '#client/net/reachability.ts';
import { requestSync } from './background-sync.ts';
import { cacheReply } from './cache-reply.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { outbox, type Outbox } from './outbox.ts';
import { createReplay, type Replay } from './replay.ts';
import { requestTimeoutMs, sendEntry, type Answer } from './send.ts';
import { turnAfterFrozen } from './take-over.ts';

export interface PageReplay {
  /** Sends at once. Call it after a login, and when the live connection is open again. */
  readonly replayNow: () => void;
}

const retryMs = { min: 1_000, max: 60_000 };

/** Call it once per page. `confirmSession` is called if the server refuses the session of this device. */
export const startPageReplay = (confirmSession: () => unknown): PageReplay =>
  startReplaying(createReplay({ outbox, sender: senderOfPage, send: sendFromPage, cacheReply, turn }), outbox, confirmSession);

const turn = turnAfterFrozen('outbox', outbox.channel, requestTimeoutMs);

export const senderOfPage = async (): Promise<string | null> => sessionRecord.get()?.profileId ?? null;

/** Like `startPageReplay`, for any queue on the device. `replay` sends its entries, and `waiting` tells of new ones. */
export function startReplaying(
  replay: Replay,
  waiting: Pick<Outbox, 'onAdded' | 'listen'>,
  confirmSession: () => unknown,
): PageReplay {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerMs = Number.POSITIVE_INFINITY;
  let losses = 0;

  async function replayNow(): Promise<void> {
    clearTimeout(timer);
    timerMs = Number.POSITIVE_INFINITY;
    if (sessionRecord.get() === null) return;
    const result = await replay().catch(() => null);
    // Either there is no storage, and therefore no outbox, or no space for the state of a write. There may be space later.
    if (result === null) return replayIn(retryMs.max);
    losses = result.is === 'lost' ? losses + 1 : 0;
    if (result.is === 'lost') replayIn(Math.min(retryMs.max, retryMs.min * 2 ** (losses - 1)));
    if (result.is === 'later') replayIn(result.nextMs - Date.now());
    if (result.is === 'signedOut' && sessionRecord.get() !== null) confirmSession();
  }

  function replayIn(ms: number): void {
    const atMs = Date.now() + Math.max(retryMs.min, ms);
    if (atMs >= timerMs) return;
    clearTimeout(timer);
    timerMs = atMs;
    timer = setTimeout(() => void replayNow(), atMs - Date.now());
  }

  const now = (): void => void replayNow();
  waiting.onAdded(() => {
    requestPersistentStorage();
    void navigator.serviceWorker?.getRegistration().then(requestSync);
    now();
  });
  // If another tab has added a write and is closed before it is sent, this tab sends it.
  waiting.listen(() => replayIn(retryMs.max));
  sessionRecord.subscribe(now);
  reachability.subscribe(() => reachability.get().isLost || now());
  addEventListener('online', now);
  document.addEventListener('visibilitychange', () => !document.hidden && now());
  now();
  return { replayNow: now };
}

async function sendFromPage(entry: OutboxEntry): Promise<Answer> {
  const answer = await sendEntry(entry);
  if (answer.is === 'lost') markUnreachable();
  else markReachable();
  return answer;
}
