// What the member wrote and the server has not answered yet: kept on the device, in order, and shared by all tabs and the worker.
import type { Fields, OutboxRow, OutboxWrite, Refusal } from '#client/offline/database-schema.ts';
import { memberDatabase, type MemberDatabase } from '#client/offline/database.ts';
import { mergedOnto, partOf } from './merge.ts';
import { rebaseRow, removeRow, takeRow, type SealedRest, type TakenRow } from './outbox-rows.ts';
import { seal, sealName, unseal, unsealName } from '#client/offline/seal.ts';

export interface OutboxEntry extends Omit<OutboxRow, 'write' | 'order'>, OutboxWrite {
  readonly order: number;
}

export interface NewWrite extends OutboxWrite {
  readonly profile: string;
  readonly queue: string;
  readonly version?: string | null;
}

export interface Outbox {
  /** Answers once the write is safe here and this tab shows it. Rejects when the device is not this member's (any more), or has no room. */
  readonly add: (write: NewWrite) => Promise<OutboxEntry>;
  /** All of a member's, oldest first. */
  readonly entries: (profile: string) => Promise<OutboxEntry[]>;
  /** How many of a member's are not delivered, refused ones included. */
  readonly count: (profile: string) => Promise<number>;
  /** A refused write is tried again. */
  readonly retry: (id: string) => Promise<void>;
  /** Forgets a write that is not being sent right now; false when it is, or is gone already. */
  readonly drop: (id: string) => Promise<boolean>;
  /** Calls back when anything changed, in this tab or elsewhere. Returns the way to stop. */
  readonly listen: (callback: () => unknown) => () => void;
  /** Calls back when this very tab has something new to send. */
  readonly onAdded: (callback: () => void) => () => void;
  /** Calls back in every tab with the reply to each write, before the write leaves the outbox. */
  readonly onDelivered: (callback: Delivered) => () => void;
  /** The same with the state that another device has made meanwhile, before the write is put onto it. */
  readonly onOvertaken: (callback: Delivered) => () => void;

  /** For the replayer only, which holds the lock: */
  readonly take: (profile: string, nowMs: number) => Promise<Taken>;
  readonly putBack: (id: string, nextMs: number) => Promise<void>;
  readonly refuse: (id: string, reason: Refusal) => Promise<void>;
  /** `version` is the ETag of the state that the write has made, null where there is none. */
  readonly tellDelivered: (entry: OutboxEntry, reply: unknown, version: string | null) => Promise<void>;
  readonly tellOvertaken: (entry: OutboxEntry, current: object) => Promise<void>;
  /** Puts the write onto the newer state. Fields that both sides changed stay behind as refused writes, one each. */
  readonly rebase: (entry: OutboxEntry, current: object, version: string, reason: Refusal) => Promise<void>;
  readonly remove: (entry: OutboxEntry, version: string | null) => Promise<void>;
}

export type Delivered = (entry: OutboxEntry, reply: unknown) => unknown;

/** A refused write whose field was changed elsewhere too: the member chooses, a later write does not take it along. */
export const isClash = ({ state, reason, base }: Pick<OutboxEntry, 'state' | 'reason' | 'base'>): boolean =>
  state === 'failed' && reason?.status === 412 && base !== undefined && base !== null;

export interface Taken {
  /** The next write whose turn has come, now marked as being sent; null when there is none. */
  readonly entry: OutboxEntry | null;
  /** When the earliest of the waiting ones may be sent; null when none waits. */
  readonly nextMs: number | null;
}

/** Every message counts; of all else only the latest state does, so that ten taps are one request. */
export const keepsEveryWrite = (queue: string): boolean => queue.startsWith('messages:');

type Answered = 'delivered' | 'overtaken';
type News =
  | { readonly type: 'changed' }
  | { readonly type: Answered; readonly entry: OutboxEntry; readonly reply: unknown; readonly version: string | null };

export function createOutbox(database: MemberDatabase = memberDatabase, channelName = 'outbox'): Outbox {
  const changeListeners = new Set<() => unknown>();
  const answerListeners = { delivered: new Set<Delivered>(), overtaken: new Set<Delivered>() };
  const additionListeners = new Set<() => void>();
  /** Queue and version -> the version that an own write has made of it. */
  const made = new Map<string, string>();
  let channel: BroadcastChannel | null = null;

  const openChannel = (): BroadcastChannel => {
    if (channel !== null) return channel;
    channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
      if (data.type === 'changed') return void tellChanged();
      noteMade(data.entry, data.version);
      for (const listener of answerListeners[data.type]) listener(data.entry, data.reply);
    });
    return channel;
  };
  const tellChanged = async (): Promise<void> => {
    await Promise.all([...changeListeners].map((listener) => listener()));
  };
  const changed = (): Promise<void> => {
    openChannel().postMessage({ type: 'changed' } satisfies News);
    return tellChanged();
  };
  const subscribe = <T>(listeners: Set<T>, listener: T): (() => void) => {
    openChannel();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      const { delivered, overtaken } = answerListeners;
      if (changeListeners.size + delivered.size + overtaken.size + additionListeners.size > 0) return;
      channel?.close();
      channel = null;
    };
  };

  const noteMade = ({ queue, version: from }: OutboxEntry, version: string | null): void => {
    if (from === null || version === null) return;
    made.set(queue + from, version);
    // A state may come back; nothing was made of it anew.
    made.delete(queue + version);
  };
  /** A change was begun before the screen knew that the one before it had been stored: that is no change of another device. */
  const newestOf = (queue: string, version: string | null): string | null => {
    const next = version === null ? undefined : made.get(queue + version);
    return next === undefined ? version : newestOf(queue, next);
  };
  const tell = async (type: Answered, entry: OutboxEntry, reply: unknown, version: string | null): Promise<void> => {
    noteMade(entry, version);
    openChannel().postMessage({ type, entry, reply, version } satisfies News);
    await Promise.all([...answerListeners[type]].map((listener) => listener(entry, reply)));
  };

  async function add(write: NewWrite): Promise<OutboxEntry> {
    for (;;) {
      const before = keepsEveryWrite(write.queue) ? null : await supersededBy(write);
      const content = contentOf(write, before);
      const row: OutboxRow = {
        id: crypto.randomUUID(),
        profile: await sealName(write.profile),
        queue: await sealName(write.queue),
        state: 'waiting',
        tries: 0,
        nextMs: before?.state === 'waiting' ? before.nextMs : 0,
        createdMs: Date.now(),
        key: crypto.randomUUID(),
        // The earlier write never came to be: the change still starts from the state that one was made on.
        version: before?.version ?? write.version ?? null,
        reason: null,
        write: await seal(content),
      };
      let order: number | null = null;
      const isOwn = await database.write(write.profile, ['outbox'], async (transaction) => {
        const outbox = transaction.objectStore('outbox');
        if (before !== null) {
          // Sent or changed meanwhile: look again.
          const now = await outbox.get(before.order);
          if (now === undefined || now.state === 'sending' || now.key !== before.key) return;
          await outbox.delete(before.order);
        }
        order = await outbox.add({ ...row, version: newestOf(write.queue, row.version) });
      });
      if (!isOwn) throw new Error('This device does not hold the data of this member.');
      if (order === null) continue;
      await changed();
      for (const listener of additionListeners) listener();
      return { ...withoutWrite(row), profile: write.profile, queue: write.queue, ...content, order };
    }
  }

  /** The last write of the same call and queue that is not under way. */
  async function supersededBy(write: NewWrite): Promise<OutboxEntry | null> {
    const last = (await entries(write.profile)).findLast((entry) => entry.queue === write.queue && !isClash(entry));
    if (last === undefined || last.state === 'sending' || last.method !== write.method || last.path !== write.path) return null;
    return last;
  }

  async function entries(profile: string): Promise<OutboxEntry[]> {
    const owner = await sealName(profile);
    const rows = await database.run<OutboxRow[]>(
      ['outbox'],
      (transaction) => transaction.objectStore('outbox').index('byProfile').getAll(owner),
      [],
    );
    return Promise.all(rows.map(entryOf));
  }

  const change = async (id: string, next: (row: OutboxRow) => OutboxRow): Promise<void> => {
    await database.run(
      ['outbox'],
      async (transaction) => {
        const row = await transaction.objectStore('outbox').index('byId').get(id);
        if (row !== undefined) await transaction.objectStore('outbox').put(next(row));
      },
      undefined,
    );
    void changed();
  };

  return {
    add,
    entries,
    count: async (profile) => {
      const owner = await sealName(profile);
      return database.run(['outbox'], (transaction) => transaction.objectStore('outbox').index('byProfile').count(owner), 0);
    },
    retry: async (id) => {
      await change(id, (row) => (row.state === 'failed' ? { ...row, state: 'waiting', reason: null, nextMs: 0 } : row));
      for (const listener of additionListeners) listener();
    },
    drop: async (id) => {
      const isDropped = await database.run(
        ['outbox'],
        async (transaction) => {
          const row = await transaction.objectStore('outbox').index('byId').get(id);
          if (row?.order === undefined || row.state === 'sending') return false;
          await transaction.objectStore('outbox').delete(row.order);
          return true;
        },
        false,
      );
      void changed();
      return isDropped;
    },
    listen: (callback) => subscribe(changeListeners, callback),
    onAdded: (callback) => subscribe(additionListeners, callback),
    onDelivered: (callback) => subscribe(answerListeners.delivered, callback),
    onOvertaken: (callback) => subscribe(answerListeners.overtaken, callback),

    take: async (profile, nowMs) => {
      const owner = await sealName(profile);
      const { row, nextMs } = await database.run<TakenRow>(['outbox'], (transaction) => takeRow(transaction, owner, nowMs), {
        row: null,
        nextMs: null,
      });
      return { entry: row === null ? null : await entryOf(row), nextMs };
    },
    putBack: (id, nextMs) => change(id, (row) => ({ ...row, state: 'waiting', nextMs })),
    refuse: (id, reason) => change(id, (row) => ({ ...row, state: 'failed', reason })),
    tellDelivered: (entry, reply, version) => tell('delivered', entry, reply, version),
    tellOvertaken: (entry, current) => tell('overtaken', entry, current, null),
    rebase: async (entry, current, version, reason) => {
      const rest = await restOf(entry, current);
      await database.run(['outbox'], (transaction) => rebaseRow(transaction, entry, rest, { version, reason }), undefined);
      void changed();
    },
    remove: async (entry, version) => {
      await database.run(['outbox'], (transaction) => removeRow(transaction, entry, version), undefined);
      void changed();
    },
  };
}

export const outbox = createOutbox();

export const outboxCount = (profile: string): Promise<number> => outbox.count(profile);

/** Fields that the newer write leaves out stay as the older one set them: a block must not get lost under a later like. */
function contentOf({ method, path, body, label, keeps, base }: NewWrite, before: OutboxEntry | null): OutboxWrite {
  const merged = isFields(body) && isFields(before?.body) ? { ...before.body, ...body } : body;
  // What a field was before the first of both is what it is on the server.
  return { method, path, body: merged, label, keeps, base: base || before?.base ? { ...base, ...before?.base } : null };
}

const isFields = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body);

const withoutWrite = ({ write: _write, order: _order, ...row }: OutboxRow): Omit<OutboxRow, 'write' | 'order'> => row;

async function entryOf(row: OutboxRow): Promise<OutboxEntry> {
  const [profile, queue, write] = await Promise.all([unsealName(row.profile), unsealName(row.queue), unseal(row.write)]);
  return { ...withoutWrite(row), profile, queue, ...write, order: row.order ?? 0 };
}

/** What of an overtaken write is left, sealed before the transaction that puts it there. */
async function restOf({ method, path, body, label, keeps, base }: OutboxEntry, current: object): Promise<SealedRest> {
  const frame = { method, path, label, keeps };
  const fields: Fields = { ...Object(body) };
  const unchanged = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in (base ?? {}))));
  const sealed = (changes: Fields, changesOf: Fields) =>
    seal<OutboxWrite>({ ...frame, body: { ...unchanged, ...changes }, base: changesOf });
  const merged = mergedOnto(current, base ?? {}, fields);
  return {
    write: Object.keys(merged.body).length === 0 ? null : await sealed(merged.body, merged.base),
    clashes: await Promise.all(merged.clashes.map((name) => sealed(partOf(fields, [name]), partOf(current, [name])))),
  };
}
