// Turns a write of the contract into an entry of the outbox, on the page's side.
import type { Fields, OutboxWrite } from '#client/offline/database-schema.ts';
import { urlOf, type AnyEndpoint, type CallArgs } from '#shared/contract/endpoint.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { outbox, type OutboxEntry } from './outbox.ts';

export interface EnqueueOptions {
  /** The writing member's; only he ever sends it. */
  readonly profile: string;
  /** What it is, in words for the member: he reads it where a write waits or is refused. */
  readonly label: string;
  /** The ETag of the state that the change was made on; another one answers 412. */
  readonly version?: string | null;
  /** What the changed fields were in that state: then those that nobody else changed are sent on a newer state by themselves. */
  readonly base?: Fields;
  /** The store of the device that the reply goes into. */
  readonly keeps?: OutboxWrite['keeps'];
}

/**
 * Keeps the write on the device and has it sent as soon as can be. Answers the entry once it is safe: its id is what
 * `outbox.retry` and `outbox.drop` take, its key what the server will know it by.
 */
export async function enqueue<E extends AnyEndpoint>(
  endpoint: E,
  args: CallArgs<E>,
  { profile, label, version, base, keeps = null }: EnqueueOptions,
): Promise<OutboxEntry> {
  const { params, query, body }: { params?: object; query?: object; body?: unknown } = args;
  if (endpoint.queue === undefined)
    throw new Error(`${endpoint.method} ${endpoint.path} may not wait: its contract names no queue`);
  // The first thing a member does on this device may come before the database was made for him.
  if (sessionRecord.get()?.profileId === profile && (await memberDatabase.owner()) === null) await memberDatabase.claim(profile);
  return outbox.add({
    profile,
    queue: endpoint.queue({ params, query, body }),
    method: endpoint.method,
    path: urlOf(endpoint.path, params, query),
    body: body ?? null,
    label,
    version: version ?? null,
    base: base ?? null,
    keeps,
  });
}
