// Operations on outbox rows inside a transaction: claim, remove and rebase.
import type { OutboxRow, Refusal, UploadRow } from '#client/offline/database-schema.ts';
import type { MemberTransaction } from '#client/offline/database.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { removeUploads, uploadsById } from './upload-rows.ts';
import type { OutboxEntry, RebasedWrite } from './outbox-entries.ts';

/** The longest delay of a write, even if the device's clock is changed. */
export const longestWaitMs = hourMs;

/** True if the row may be sent. A row that waits from a later time is due, because the device's clock was set back since. */
export const isDue = ({ nextMs, waitsFromMs = 0 }: Pick<OutboxRow, 'nextMs' | 'waitsFromMs'>, nowMs: number): boolean =>
  nextMs <= nowMs || nowMs < waitsFromMs || nextMs > nowMs + longestWaitMs;

export interface ClaimedRow<Row = OutboxRow> {
  readonly row: Row | null;
  readonly nextMs: number | null;
}

/**
 * By queue, its oldest write, which alone can be sent. Refused writes, and those with a refused picture, block no others. `picturesOf`
 * returns the waiting pictures of a write.
 */
export async function headsOf(transaction: MemberTransaction, owner: string) {
  const heads = new Map<string, OutboxRow>();
  const rows = await transaction.objectStore('outbox').index('byProfile').getAll(owner);
  const hasUploads = rows.some(({ uploadIds }) => uploadIds !== undefined);
  const uploads = hasUploads ? await uploadsById(transaction, owner) : null;
  const picturesOf = ({ uploadIds = [] }: OutboxRow): UploadRow[] => uploadIds.flatMap((id) => uploads?.get(id) ?? []);
  for (const row of rows) {
    const isRefused = row.state === 'failed' || picturesOf(row).some(({ state }) => state === 'failed');
    if (!isRefused && !heads.has(row.queue)) heads.set(row.queue, row);
  }
  return { heads, picturesOf };
}

/**
 * Only the oldest write of each queue can be sent, and only when its pictures are uploaded. A write in the state `sending` was left by
 * a closed tab. It is sent again, because the server recognises its key. The state is stored only if `isMarked`.
 */
export async function claimRow(
  transaction: MemberTransaction,
  owner: string,
  { nowMs, isMarked }: { readonly nowMs: number; readonly isMarked: boolean },
): Promise<ClaimedRow> {
  const { heads, picturesOf } = await headsOf(transaction, owner);
  const waiting = [...heads.values()].filter((row) => picturesOf(row).every(({ stage }) => stage === 'held'));
  const due = waiting.find((row) => isDue(row, nowMs));
  if (due === undefined)
    return { row: null, nextMs: waiting.length === 0 ? null : Math.min(...waiting.map(({ nextMs }) => nextMs)) };
  const row: OutboxRow = { ...due, state: 'sending', tries: due.tries + 1 };
  if (isMarked) await transaction.objectStore('outbox').put(row);
  return { row, nextMs: nowMs };
}

/** Later writes of the queue that edited the same version are now based on the version that this write has created. */
export async function removeRow(transaction: MemberTransaction, entry: OutboxEntry, version: string | null): Promise<void> {
  const outbox = transaction.objectStore('outbox');
  const sent = await outbox.get(entry.order);
  await outbox.delete(entry.order);
  if (sent?.uploadIds) await removeUploads(transaction, sent.profile, sent.uploadIds);
  if (sent === undefined || entry.version === null || version === null) return;
  const rows = await outbox.index('byProfile').getAll(sent.profile);
  const followers = rows.filter((row) => row.queue === sent.queue && row.version === entry.version);
  await Promise.all(followers.map((row) => outbox.put({ ...row, version })));
}

/** Fields without a conflict keep their position in the queue. Fields in conflict wait for the member's choice. */
export async function rebaseRow(
  transaction: MemberTransaction,
  entry: OutboxEntry,
  { write, conflicts }: RebasedWrite,
  { version, reason }: { readonly version: string; readonly reason: Refusal },
): Promise<void> {
  const outbox = transaction.objectStore('outbox');
  const sent = await outbox.get(entry.order);
  if (sent === undefined || sent.key !== entry.key) return;
  const newer = { ...sent, version, nextMs: 0 };
  // The changed write gets a new key, because the server may know the old one.
  if (write === null) await outbox.delete(entry.order);
  else await outbox.put({ ...newer, write, state: 'waiting', key: crypto.randomUUID() });
  const { order: _order, ...unplaced } = newer;
  const refused = { ...unplaced, state: 'failed' as const, reason };
  for (const conflict of conflicts) {
    const [id, key] = [crypto.randomUUID(), crypto.randomUUID()];
    await outbox.add({ ...refused, id, key, write: conflict });
  }
}
