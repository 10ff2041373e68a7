// Puts a page's writes into the outbox. If the device can store nothing, they are sent from memory.
import type { CalledEndpoint, CallArgs, ReplyOf } from '#shared/contract/endpoint.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import { call, type CallOptions } from '#client/net/call.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { untilStored } from './leaving.ts';
import { writeOf, type WriteOptions } from './new-write.ts';
import type { NewWrite, OutboxEntry } from './outbox-entries.ts';
import { outbox } from './outbox.ts';
import { storeOrSend } from './unstored-writes.ts';

/**
 * Stores the write on the device and sends it as soon as possible. Resolves to the stored entry. `outbox.retry` and `outbox.drop`
 * take its id, and the server recognises the write by its key.
 */
export async function enqueue<E extends CalledEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  options: WriteOptions,
): Promise<OutboxEntry> {
  return store(writeOf(endpoint, args, options));
}

let storing: Promise<unknown> = Promise.resolve();

/**
 * Resolves once the writes that the member has made on this page until now are in the outbox, or the device has failed to store them. A
 * mutation makes its write some microtasks after it is called, so a task is waited for.
 */
export const untilEnqueued = (): Promise<unknown> => new Promise((resolve) => setTimeout(() => resolve(storing)));

function store(write: NewWrite): Promise<OutboxEntry> {
  const stored = untilStored({ write }, storeOnDevice(write));
  storing = Promise.allSettled([storing, stored]);
  return stored;
}

async function storeOnDevice(write: NewWrite): Promise<OutboxEntry> {
  await whenStorageOpened();
  const { profile } = write;
  // The first write on this device may come before its database was created.
  if (sessionRecord.get()?.profileId === profile && (await memberDatabase.owner()) === null) await memberDatabase.claim(profile);
  return outbox.add(write);
}

/**
 * Resolves to null when the write is in the outbox. If the device cannot store it, the write stays in this tab until the server has
 * answered. It then resolves to the reply, or rejects like `storeOrSend`.
 */
export async function enqueueOrCall<E extends CalledEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  options: WriteOptions,
  callOptions: Pick<CallOptions, 'background'> = {},
): Promise<ReplyOf<E> | null> {
  const write = writeOf(endpoint, args, options);
  return storeOrSend(write, {
    store,
    send: (signal) => {
      const version = outbox.newestVersionOf(write.queue, write.version ?? null);
      const condition = version === null ? {} : { ifMatch: version };
      return call(endpoint, args, { ...callOptions, idempotencyKey: write.key, ...condition, signal });
    },
  });
}
