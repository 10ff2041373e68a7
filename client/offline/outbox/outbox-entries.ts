// The entries of the outbox as the app reads them, and the encrypted rows in which they are stored.
import type { Fields, OutboxRow, OutboxWrite } from '#client/offline/database-schema.ts';
import { seal, unseal, unsealName, type Sealed } from '#client/offline/seal.ts';
import { mergedOnto, partOf } from './merge.ts';
import type { NewUpload } from './upload-rows.ts';
import { goneMeansDoneOf } from './older-rows.ts';

export interface OutboxEntry extends Omit<OutboxRow, 'write' | 'order'>, OutboxWrite {
  readonly order: number;
}

export interface NewWrite extends OutboxWrite {
  /** The Idempotency-Key of every attempt. Without it, a random one is used. */
  readonly key?: string;
  readonly profile: string;
  readonly queue: string;
  readonly version?: string | null;
  /** If not set, the write replaces a waiting one of the same call and queue, so that ten taps send one request. */
  readonly sendsEvery?: boolean;
  /** Pictures that are stored with the write, and uploaded before it is sent. */
  readonly uploads?: readonly NewUpload[];
}

export type KeyedWrite = NewWrite & { readonly key: string };

/** A write after a conflict: the part that still has to be sent, and the fields in conflict. */
export interface RebasedWrite {
  /** Null if nothing is left to send. */
  readonly write: Sealed<OutboxWrite> | null;
  readonly conflicts: readonly Sealed<OutboxWrite>[];
}

/** True for a refused write about a field that was also changed elsewhere. The member has to choose. Later writes do not contain it. */
export const isConflict = ({ state, reason, base }: Pick<OutboxEntry, 'state' | 'reason' | 'base'>): boolean =>
  state === 'failed' && reason?.status === 412 && base !== undefined && base !== null;

/** Fields that the newer write does not set are taken from the older one. A block must not get lost under a later like. */
export function contentOf(
  { method, path, body, label, keeps, goneMeansDone, base }: NewWrite,
  before: OutboxEntry | null,
): OutboxWrite {
  const merged = isFields(body) && isFields(before?.body) ? { ...before.body, ...body } : body;
  // The server has the values from before the older of the two writes.
  const mergedBase = base || before?.base ? { ...base, ...before?.base } : null;
  return { method, path, body: merged, label, keeps, goneMeansDone: goneMeansDone ?? null, base: mergedBase };
}

const isFields = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body);

const withoutWrite = ({ write: _write, order: _order, ...row }: OutboxRow): Omit<OutboxRow, 'write' | 'order'> => row;

export async function entryOf(row: OutboxRow): Promise<OutboxEntry> {
  const [profile, queue, write] = await Promise.all([unsealName(row.profile), unsealName(row.queue), unseal(row.write)]);
  const goneMeansDone = goneMeansDoneOf(queue, write);
  return { ...withoutWrite(row), profile, queue, ...write, goneMeansDone, order: row.order ?? 0 };
}

/** Rebases a write in conflict onto the current state, and encrypts it before the transaction that stores it. */
export async function rebasedWrite(
  { method, path, body, label, keeps, goneMeansDone, base }: OutboxEntry,
  current: object,
): Promise<RebasedWrite> {
  const frame = { method, path, label, keeps, goneMeansDone: goneMeansDone ?? null };
  const fields: Fields = { ...Object(body) };
  const unchanged = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in (base ?? {}))));
  const sealed = (changes: Fields, changesOf: Fields) =>
    seal<OutboxWrite>({ ...frame, body: { ...unchanged, ...changes }, base: changesOf });
  const merged = mergedOnto(current, base ?? {}, fields);
  return {
    write: Object.keys(merged.body).length === 0 ? null : await sealed(merged.body, merged.base),
    conflicts: await Promise.all(merged.conflicts.map((name) => sealed(partOf(fields, [name]), partOf(current, [name])))),
  };
}
