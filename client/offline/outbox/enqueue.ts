// Writes of a page: into the outbox, or straight to the server where the device can store nothing.
import type { AnyEndpoint, CallArgs, ReplyOf } from '#shared/contract/endpoint.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { call, type CallOptions } from '#client/net/call.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { writeOf, type WriteOptions } from './new-write.ts';
import type { OutboxEntry } from './outbox-entries.ts';
import { outbox } from './outbox.ts';

/**
 * Stores the write on the device and sends it as soon as possible. Resolves to the entry once it is stored: its id is what
 * `outbox.retry` and `outbox.drop` take, its key what the server will know it by.
 */
export async function enqueue<E extends AnyEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  options: WriteOptions,
): Promise<OutboxEntry> {
  const { profile } = options;
  // The first write on this device may come before its database was made.
  if (sessionRecord.get()?.profileId === profile && (await memberDatabase.owner()) === null) await memberDatabase.claim(profile);
  return outbox.add(writeOf(endpoint, args, options));
}

/** Answers null once the write is in the outbox; where it can't be, the reply of a direct call, or that call's error. */
export async function enqueueOrCall<E extends AnyEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  options: WriteOptions,
  callOptions: CallOptions = {},
): Promise<ReplyOf<E> | null> {
  const entry = await enqueue(endpoint, args, options).catch(() => null);
  if (entry !== null) return null;
  const { version } = options;
  return call(endpoint, args, version == null ? callOptions : { ...callOptions, ifMatch: version });
}
