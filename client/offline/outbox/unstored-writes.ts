// Writes that the device cannot store. They stay in this tab until the server has answered. Those of a queue are sent in order.
import { isTemporaryStatus } from '#shared/rules/temporary-status.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { createStore } from '#client/device/store.ts';
import { ConnectionLost, Refused, ServerError } from '#client/net/errors.ts';
import { reachability } from '#client/net/reachability.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { sealName } from '#client/offline/seal.ts';
import { untilStored } from './leaving.ts';
import type { KeyedWrite, NewWrite, OutboxEntry } from './outbox-entries.ts';
import { headsOf } from './outbox-rows.ts';
import { pauseMs } from './replay.ts';
import { requestTimeoutMs } from './send.ts';

/** How often it is checked whether the outbox has sent the earlier writes of a queue. */
const checkEveryMs = 1_000;

/** The writes of all members, oldest first. */
export const unstoredWrites = createStore<readonly OutboxEntry[]>([]);

/** By member and queue, a promise that resolves when its last write has ended. */
const lastEnds = new Map<string, Promise<unknown>>();

const queueKeyOf = ({ profile, queue }: KeyedWrite): string => `${profile} ${queue}`;

interface StoreAndSend<R> {
  readonly store: (write: NewWrite) => Promise<unknown>;
  readonly send: (signal: AbortSignal) => Promise<R>;
}

/**
 * Resolves to null when the write is stored. Otherwise it calls `send` until the result is known, and resolves to the reply. Rejects
 * with Refused, or with the last error if the member is no longer logged in here.
 */
export async function storeOrSend<R>(write: KeyedWrite, { store, send }: StoreAndSend<R>): Promise<R | null> {
  // A write must not overtake an earlier write of its queue in this tab.
  const isOvertaking = unstoredWrites.get().some((other) => queueKeyOf(other) === queueKeyOf(write));
  const isStored =
    !isOvertaking &&
    (await store(write).then(
      () => true,
      () => false,
    ));
  return isStored ? null : keepAndSend(write, send);
}

async function keepAndSend<R>(write: KeyedWrite, send: StoreAndSend<R>['send']): Promise<R> {
  const entry: OutboxEntry = {
    ...write,
    id: write.key,
    version: write.version ?? null,
    state: 'sending',
    tries: 1,
    nextMs: 0,
    createdMs: Date.now(),
    reason: null,
    order: Number.MAX_SAFE_INTEGER,
  };
  unstoredWrites.set([...unstoredWrites.get(), entry]);
  const queueKey = queueKeyOf(entry);
  const before = lastEnds.get(queueKey);
  const sending = Promise.resolve(before)
    .then(() => untilStoredAreSent(entry))
    .then(() => sendUntilAnswered(entry.profile, send));
  const end = sending.catch(() => undefined);
  lastEnds.set(queueKey, end);
  try {
    return await untilStored({ write }, sending);
  } finally {
    unstoredWrites.set(unstoredWrites.get().filter(({ id }) => id !== entry.id));
    if (lastEnds.get(queueKey) === end) lastEnds.delete(queueKey);
  }
}

/** The device may have stored earlier writes of the queue before it became full. */
async function untilStoredAreSent(write: KeyedWrite): Promise<void> {
  while (sessionRecord.get()?.profileId === write.profile && (await isStoredBefore(write).catch(() => false)))
    await pause(checkEveryMs);
}

async function isStoredBefore({ profile, queue }: KeyedWrite): Promise<boolean> {
  const [owner, name] = await Promise.all([sealName(profile), sealName(queue)]);
  return memberDatabase.run(['outbox', 'uploads'], false, async (transaction) =>
    (await headsOf(transaction, owner)).heads.has(name),
  );
}

async function sendUntilAnswered<R>(profile: string, send: StoreAndSend<R>['send']): Promise<R> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(AbortSignal.timeout(requestTimeoutMs));
    } catch (error) {
      if (!mayTryAgain(error) || sessionRecord.get()?.profileId !== profile) throw error;
      await pause(pauseMs(tries, 'retryAfterMs' in error ? error.retryAfterMs : null));
      if (sessionRecord.get()?.profileId !== profile) throw error;
    }
  }
}

/** True if nobody knows what the server did, or it may accept a later attempt. */
const mayTryAgain = (error: unknown): error is ConnectionLost | DOMException | ServerError | Refused =>
  error instanceof ConnectionLost ||
  error instanceof DOMException ||
  error instanceof ServerError ||
  (error instanceof Refused && isTemporaryStatus(error.status));

/** Waits for this time, or until the server can be reached again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const unsubscribe = reachability.subscribe(() => reachability.get().isLost || end());
  });
}
