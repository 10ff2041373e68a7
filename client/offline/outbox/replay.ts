// Sends waiting writes in order, from the page or worker that has the lock. It needs no react, schemas or contract.
import { isTemporaryStatus } from '#shared/rules/temporary-status.ts';
import type { Refusal } from '#client/offline/database-schema.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import type { OutboxQueue } from './outbox-queue.ts';
import { longestWaitMs } from './outbox-rows.ts';
import type { Answer } from './send.ts';

export interface ReplayParts {
  readonly outbox: OutboxQueue;
  /** The logged-in member. Only their writes are sent. */
  readonly sender: () => Promise<string | null>;
  readonly send: (entry: OutboxEntry) => Promise<Answer>;
  /** Caches the reply on this device, before the write is removed from the outbox. If the device is full, it is not cached. */
  readonly cacheReply: (entry: OutboxEntry, reply: unknown) => Promise<unknown>;
  readonly turn: Turn;
  readonly now?: () => number;
}

export type ReplayResult =
  /** Nothing is left to send. Refused writes wait for the member. */
  | { readonly is: 'empty' }
  /** The connection is lost. Start again when it is back. */
  | { readonly is: 'lost' }
  /** The server does not know the session, or it is another member's. */
  | { readonly is: 'signedOut' }
  /** The server cannot accept a write yet, or has asked to wait. */
  | { readonly is: 'later'; readonly nextMs: number };

export type Replay = () => Promise<ReplayResult>;

const backOffMs = { min: 1_000, max: 60_000 };

export const createReplay = (parts: ReplayParts): Replay => oneAtATime((lock) => drain(parts, lock), parts.turn);

export interface ReplayLock {
  /** True once another tab has taken the lock. */
  readonly isLost: boolean;
}

/** Runs the work once it has a lock. */
export type Turn = (work: (lock: ReplayLock) => Promise<ReplayResult>) => Promise<ReplayResult>;

/** Waits for the lock of this name, however long another page or the worker has it. */
export const turnOf =
  (name: string): Turn =>
  (work) =>
    navigator.locks.request(name, () => work({ isLost: false }));

/** Runs one replay at a time in the browser. If it is called while one runs here, another one follows. */
export function oneAtATime(work: (lock: ReplayLock) => Promise<ReplayResult>, turn: Turn): Replay {
  let running: Promise<ReplayResult> | null = null;
  let following: Promise<ReplayResult> | null = null;
  const start = (): Promise<ReplayResult> => {
    running = turn(work).finally(() => (running = null));
    return running;
  };
  return () => {
    if (running === null) return start();
    following ??= running
      .catch(() => undefined)
      .then(() => {
        following = null;
        return start();
      });
    return following;
  };
}

async function drain({ outbox, sender, send, cacheReply, now = Date.now }: ReplayParts, lock: ReplayLock): Promise<ReplayResult> {
  for (;;) {
    if (lock.isLost) return { is: 'lost' };
    const profile = await sender();
    if (profile === null) return { is: 'signedOut' };
    const { entry, nextMs } = await outbox.claim(profile, now());
    if (entry === null) return nextMs === null ? { is: 'empty' } : { is: 'later', nextMs };
    const answer = await send(entry);
    if (answer.is === 'lost') {
      await outbox.release(entry.id, 0);
      return { is: 'lost' };
    }
    if (answer.is === 'done' || isGoneAndDone(entry, answer.status)) {
      const { reply, version } = answer.is === 'done' ? answer : { reply: null, version: null };
      await cacheReply(entry, reply).catch(() => undefined);
      await outbox.notifyDelivered(entry, reply, version);
      await outbox.remove(entry, version);
    } else if (isSignedOut(answer)) {
      await outbox.release(entry.id, 0);
      return { is: 'signedOut' };
    } else if (mayBeAcceptedLater(answer)) {
      await outbox.release(entry.id, now() + pauseMs(entry.tries, answer.retryAfterMs), now());
    } else {
      const { status, code, message, newer } = answer;
      const reason = { status, code, message };
      if (newer === undefined || !entry.base || newer.version === entry.version) await outbox.refuse(entry.id, reason);
      else {
        await cacheReply(entry, newer.state).catch(() => undefined);
        await outbox.notifyConflict(entry, newer.state);
        await outbox.rebase(entry, newer.state, newer.version, reason);
      }
    }
  }
}

/** The server does not know the session, or it is another member's. */
export const isSignedOut = ({ status, code }: Refusal): boolean => status === 401 || code === 'not-your-profile';

/** True if the server may accept the write later. This includes a 423, because a page that opens the app lock can send the write. */
export const mayBeAcceptedLater = ({ status }: Refusal): boolean => isTemporaryStatus(status) || status >= 500;

/** True if a 404 or 410 means that the write is done. For some endpoints only after a retry, because the first reply may have been lost. */
const isGoneAndDone = ({ goneMeansDone, tries }: OutboxEntry, status: number): boolean =>
  (status === 404 || status === 410) && (goneMeansDone === 'always' || (goneMeansDone === 'repeated' && tries > 1));

/**
 * Doubles from 1 s to 60 s, randomly shortened by up to half, so that devices do not all retry at once. The server may ask for longer, up
 * to an hour.
 */
export function pauseMs(tries: number, retryAfterMs: number | null): number {
  const doubledMs = Math.min(backOffMs.max, backOffMs.min * 2 ** (tries - 1));
  const ownMs = Math.max(backOffMs.min, doubledMs * (0.5 + Math.random() / 2));
  return Math.min(longestWaitMs, Math.max(ownMs, retryAfterMs ?? 0));
}
