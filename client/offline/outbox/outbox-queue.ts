// The queue of writes that are not delivered yet, in order. All tabs and the worker share it.
import type { OutboxRow, Refusal } from '#client/offline/database-schema.ts';
import { memberDatabase, type MemberDatabase } from '#client/offline/database.ts';
import { claimedOnFull } from '#client/offline/full-device.ts';
import { seal, sealName } from '#client/offline/seal.ts';
import { sealedUpload } from './upload-rows.ts';
import { createTabChannel, type TabChannel } from '#client/offline/tab-channel.ts';
import { contentOf, entryOf, isConflict, rebasedWrite, type NewWrite, type OutboxEntry } from './outbox-entries.ts';
import { rebaseRow, removeRow, claimRow, type ClaimedRow } from './outbox-rows.ts';

/** The functions of the outbox that pages and worker need. `createOutbox` adds those for screens. */
export interface OutboxQueue {
  readonly database: MemberDatabase;
  /** Resolves when the write is stored and this tab shows it. Rejects if the data belongs to another member, or storage is full. */
  readonly add: (write: NewWrite) => Promise<OutboxEntry>;
  /** All entries of a member, oldest first. */
  readonly entries: (profile: string) => Promise<OutboxEntry[]>;
  readonly change: (id: string, next: (row: OutboxRow) => OutboxRow) => Promise<void>;
  readonly changed: () => Promise<void>;
  /** Messages of this tab, other tabs and the worker. Each listener passes replies to `rememberVersion`. */
  readonly channel: TabChannel<OutboxMessage>;
  /** Stores the version that a delivered write has created, so that the next write is based on it. */
  readonly rememberVersion: (entry: OutboxEntry, version: string | null) => void;
  /** The newest version that this device has created. Its own writes are no conflicts, even if the screen did not know them yet. */
  readonly newestVersionOf: (queue: string, version: string | null) => string | null;

  /** The functions from here on are for the replay, which has the lock. */
  readonly claim: (profile: string, nowMs: number) => Promise<Claimed>;
  readonly release: (id: string, nextMs: number, waitsFromMs?: number) => Promise<void>;
  readonly refuse: (id: string, reason: Refusal) => Promise<void>;
  /** `version` is the ETag after the write. Null if there is none. */
  readonly notifyDelivered: (entry: OutboxEntry, reply: unknown, version: string | null) => Promise<void>;
  readonly notifyConflict: (entry: OutboxEntry, current: object) => Promise<void>;
  /** Rebases the write onto the newer state. Each field in conflict becomes a refused write. */
  readonly rebase: (entry: OutboxEntry, current: object, version: string, reason: Refusal) => Promise<void>;
  readonly remove: (entry: OutboxEntry, version: string | null) => Promise<void>;
}

interface Claimed {
  /** The next write that is due. It is now in the state `sending`. Null if there is none. */
  readonly entry: OutboxEntry | null;
  /** The earliest time at which a waiting write may be sent. Null if none is waiting. */
  readonly nextMs: number | null;
}

export type Answered = 'delivered' | 'overtaken';
export type OutboxMessage =
  | { readonly type: 'changed' }
  | { readonly type: Answered; readonly entry: OutboxEntry; readonly reply: unknown; readonly version: string | null };

export function createOutboxQueue(database: MemberDatabase = memberDatabase, channelName = 'outbox'): OutboxQueue {
  const channel = createTabChannel<OutboxMessage>(channelName);
  /** By queue and version, the version that a write of this device has created from that one. */
  const newestVersions = new Map<string, string>();

  const changed = (): Promise<void> => channel.send({ type: 'changed' });
  const rememberVersion = ({ queue, version: before }: OutboxEntry, version: string | null): void => {
    if (before === null || version === null) return;
    newestVersions.set(queue + before, version);
    // A value may be set back to an earlier version, which is then the current one.
    newestVersions.delete(queue + version);
  };
  const newestVersionOf = (queue: string, version: string | null): string | null => {
    const next = version === null ? undefined : newestVersions.get(queue + version);
    return next === undefined ? version : newestVersionOf(queue, next);
  };
  const notify = (type: Answered, entry: OutboxEntry, reply: unknown, version: string | null): Promise<void> => {
    rememberVersion(entry, version);
    return channel.send({ type, entry, reply, version });
  };

  /** By queue, the last write that is being stored. Writes of a queue are stored in the order in which they were made. */
  const adding = new Map<string, Promise<unknown>>();

  function add(write: NewWrite): Promise<OutboxEntry> {
    const { queue } = write;
    const added = (adding.get(queue) ?? Promise.resolve()).then(() => addNow(write));
    const end = added
      .catch(() => undefined)
      .then(() => {
        if (adding.get(queue) === end) adding.delete(queue);
      });
    adding.set(queue, end);
    return added;
  }

  async function addNow(write: NewWrite): Promise<OutboxEntry> {
    for (;;) {
      const before = write.sendsEvery ? null : await supersededBy(write);
      const content = contentOf(write, before);
      const waiting = {
        id: crypto.randomUUID(),
        state: 'waiting',
        tries: 0,
        nextMs: before?.state === 'waiting' ? before.nextMs : 0,
        waitsFromMs: before?.waitsFromMs ?? 0,
        createdMs: Date.now(),
        key: write.key ?? crypto.randomUUID(),
        // The earlier write is no longer sent, so this one is based on the version of that one.
        version: before?.version ?? write.version ?? null,
        reason: null,
        ...(write.uploads === undefined ? {} : { uploadIds: write.uploads.map(({ id }) => id) }),
      } as const;
      let order: number | null = null;
      const isOwn = await database.write(write.profile, ['outbox', 'uploads', 'uploadFiles'], async (owner) => {
        const [queue, sealed] = await Promise.all([sealName(write.queue), seal(content)]);
        const stored = await Promise.all((write.uploads ?? []).map((upload) => sealedUpload(owner, upload)));
        return async (transaction) => {
          order = null;
          const outbox = transaction.objectStore('outbox');
          if (before !== null) {
            // If the earlier write was sent or changed in the meantime, this tries again.
            const now = await outbox.get(before.order);
            if (now === undefined || now.state === 'sending' || now.key !== before.key) return;
            await outbox.delete(before.order);
          }
          const version = newestVersionOf(write.queue, waiting.version);
          for (const store of stored) await store(transaction);
          order = await outbox.add({ ...waiting, profile: owner, queue, version, write: sealed });
        };
      });
      if (!isOwn) throw new Error('This is another member’s device.');
      if (order === null) continue;
      await changed();
      return { ...waiting, profile: write.profile, queue: write.queue, ...content, order };
    }
  }

  /** The last write of the same call and queue that is not being sent. */
  async function supersededBy(write: NewWrite): Promise<OutboxEntry | null> {
    const last = (await entries(write.profile)).findLast((entry) => entry.queue === write.queue && !isConflict(entry));
    if (last === undefined || last.state === 'sending' || last.method !== write.method || last.path !== write.path) return null;
    return last;
  }

  async function entries(profile: string): Promise<OutboxEntry[]> {
    const owner = await sealName(profile);
    const rows = await database.run<OutboxRow[]>(['outbox'], [], (transaction) =>
      transaction.objectStore('outbox').index('byProfile').getAll(owner),
    );
    return Promise.all(rows.map(entryOf));
  }

  const change = async (id: string, next: (row: OutboxRow) => OutboxRow): Promise<void> => {
    await database.run(['outbox'], undefined, async (transaction) => {
      const row = await transaction.objectStore('outbox').index('byId').get(id);
      if (row !== undefined) await transaction.objectStore('outbox').put(next(row));
    });
    void changed();
  };

  return {
    database,
    add,
    entries,
    change,
    changed,
    channel,
    rememberVersion,
    newestVersionOf,

    claim: async (profile, nowMs) => {
      const owner = await sealName(profile);
      const { row, nextMs } = await claimedOnFull((isMarked) =>
        database.run<ClaimedRow>(['outbox', 'uploads'], { row: null, nextMs: null }, (transaction) =>
          claimRow(transaction, owner, { nowMs, isMarked }),
        ),
      );
      return { entry: row === null ? null : await entryOf(row), nextMs };
    },
    release: (id, nextMs, waitsFromMs = 0) => change(id, (row) => ({ ...row, state: 'waiting', nextMs, waitsFromMs })),
    refuse: (id, reason) => change(id, (row) => ({ ...row, state: 'failed', reason })),
    notifyDelivered: (entry, reply, version) => notify('delivered', entry, reply, version),
    notifyConflict: (entry, current) => notify('overtaken', entry, current, null),
    rebase: async (entry, current, version, reason) => {
      await database.write(entry.profile, ['outbox'], async () => {
        const rebased = await rebasedWrite(entry, current);
        return (transaction) => rebaseRow(transaction, entry, rebased, { version, reason });
      });
      void changed();
    },
    remove: async (entry, version) => {
      await database.run(['outbox', 'uploads', 'uploadFiles'], undefined, (transaction) =>
        removeRow(transaction, entry, version),
      );
      void changed();
    },
  };
}

export const outboxQueue = createOutboxQueue();
