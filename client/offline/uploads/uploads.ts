// The queue of pictures to upload to the own profile, stored until they stand in it, shared by all tabs and the worker.
import type { Refusal, UploadedPicture, UploadRow } from '#client/offline/database-schema.ts';
import { memberDatabase, type MemberDatabase, type MemberTransaction } from '#client/offline/database.ts';
import { createTabChannel } from '#client/offline/tab-channel.ts';
import { longestWaitMs } from '#client/offline/outbox/outbox-rows.ts';
import { seal, sealName, unseal, unsealName } from '#client/offline/seal.ts';

export interface UploadEntry extends Omit<UploadRow, 'value' | 'order'>, UploadedPicture {
  readonly order: number;
}

/** The destination of a new picture. */
type Destination = Pick<UploadedPicture, 'list' | 'replaces'>;

export type UploadMessage =
  | { readonly is: 'changed' }
  | { readonly is: 'progress'; readonly id: string; readonly part: number }
  | { readonly is: 'cancelled'; readonly id: string }
  /** It is in the profile; sent before it is removed from the device. */
  | { readonly is: 'done'; readonly entry: UploadEntry };

export interface Uploads {
  /** Resolves once the picture is stored. Rejects if the device has another owner or no space. */
  readonly add: (profile: string, file: File, destination: Destination) => Promise<UploadEntry>;
  /** All pictures of a member, in the order in which they were chosen. */
  readonly entries: (profile: string) => Promise<UploadEntry[]>;
  readonly count: (profile: string) => Promise<number>;
  /** Null if it no longer exists. */
  readonly file: (entry: Pick<UploadEntry, 'profile' | 'id' | 'type'>) => Promise<Blob | null>;
  /** Uploads a refused picture again. */
  readonly retry: (id: string) => Promise<void>;
  /** Cancels a picture at any step; the server deletes one that is uploaded and in no profile. */
  readonly cancel: (entry: Pick<UploadEntry, 'profile' | 'id'>) => Promise<void>;
  /** Calls back after each change in any tab. Returns a function that unsubscribes. */
  readonly listen: (callback: () => void) => () => void;
  /** Calls back when this tab has added something to send. */
  readonly onAdded: (callback: () => void) => void;
  readonly onMessage: (callback: (message: UploadMessage) => unknown) => () => void;

  /** The following are for the replay only, which holds the lock: */
  /** Returns pictures that a killed tab was sending to the state `waiting`. */
  readonly recover: (profile: string) => Promise<void>;
  readonly claim: (profile: string, nowMs: number) => Promise<ClaimedUpload>;
  readonly release: (id: string, nextMs: number) => Promise<void>;
  /** The same without counting an attempt. */
  readonly postpone: (id: string, nextMs: number) => Promise<void>;
  /** The picture is uploaded as `pictureId`; null if the server no longer has it, so that it is uploaded again. */
  readonly setUploaded: (entry: UploadEntry, pictureId: string | null) => Promise<void>;
  /** From now on it may be in the profile even without a reply. */
  readonly setNaming: (id: string) => Promise<void>;
  readonly refuse: (id: string, reason: Refusal) => Promise<void>;
  readonly reportProgress: (id: string, part: number) => void;
  readonly finish: (entry: UploadEntry) => Promise<void>;
}

interface ClaimedUpload {
  /** The next one that is due, now in the state `sending`; null without one. */
  readonly entry: UploadEntry | null;
  /** The earliest time at which a waiting one may be sent; null if none is waiting. */
  readonly nextMs: number | null;
}

export function createUploads(database: MemberDatabase = memberDatabase, channelName = 'uploads'): Uploads {
  const channel = createTabChannel<UploadMessage>(channelName);
  const additionListeners = new Set<() => void>();
  const changed = (): Promise<void> => channel.send({ is: 'changed' });
  const notifyAdded = (): void => {
    for (const listener of additionListeners) listener();
  };

  const change = async (id: string, next: ChangeOfRow): Promise<void> => {
    await database.run(['uploads'], (transaction) => changeRow(transaction, id, next), undefined);
    await changed();
  };

  const remove = async ({ profile, id }: Pick<UploadEntry, 'profile' | 'id'>): Promise<void> => {
    const owner = await sealName(profile);
    await database.run(
      ['uploads', 'uploadFiles'],
      async (transaction) => {
        const key = await transaction.objectStore('uploads').index('byId').getKey(id);
        if (key !== undefined) await transaction.objectStore('uploads').delete(key);
        await transaction.objectStore('uploadFiles').delete([owner, id]);
      },
      undefined,
    );
    await changed();
  };

  return {
    add: async (profile, file, destination) => {
      // A member's first action on this device may precede the creation of their database.
      if ((await database.owner()) === null) await database.claim(profile);
      const picture: UploadedPicture = { ...destination, ...named(file), pictureId: null };
      const held = await file.arrayBuffer();
      const id = crypto.randomUUID();
      const isNew = { id, state: 'waiting', stage: 'file', tries: 0, nextMs: 0, reason: null } as const;
      let order = 0;
      const isOwn = await database.write(profile, ['uploads', 'uploadFiles'], async (owner) => {
        const [value, bytes] = await Promise.all([seal(picture), seal(held)]);
        return async (transaction) => {
          await transaction.objectStore('uploadFiles').put({ profile: owner, id, value: bytes });
          order = await transaction.objectStore('uploads').add({ ...isNew, profile: owner, value });
        };
      });
      if (!isOwn) throw new Error('This device does not hold the data of this member.');
      await changed();
      notifyAdded();
      return { ...isNew, profile, ...picture, order };
    },

    entries: async (profile) => {
      const owner = await sealName(profile);
      const rows = await database.run<UploadRow[]>(['uploads'], (transaction) => rowsOf(transaction, owner), []);
      return Promise.all(rows.map(entryOf));
    },

    count: async (profile) => {
      const owner = await sealName(profile);
      return database.run(['uploads'], (transaction) => transaction.objectStore('uploads').index('byProfile').count(owner), 0);
    },

    file: async ({ profile, id, type }) => {
      const owner = await sealName(profile);
      const row = await database.run(
        ['uploadFiles'],
        (transaction) => transaction.objectStore('uploadFiles').get([owner, id]),
        undefined,
      );
      return row === undefined ? null : new Blob([await unseal(row.value)], { type });
    },

    retry: async (id) => {
      await change(id, (row) =>
        row.state === 'failed' ? { ...row, ...restarted(row), state: 'waiting', reason: null, nextMs: 0 } : null,
      );
      notifyAdded();
    },

    cancel: async (entry) => {
      await remove(entry);
      await channel.send({ is: 'cancelled', id: entry.id });
    },

    listen: (callback) => channel.listen(({ is }) => is === 'changed' && callback()),
    onAdded: (callback) => void additionListeners.add(callback),
    onMessage: channel.listen,

    recover: async (profile) => {
      const owner = await sealName(profile);
      await database.run(
        ['uploads'],
        async (transaction) => {
          const left = (await rowsOf(transaction, owner)).filter(({ state }) => state === 'sending');
          await Promise.all(left.map((row) => transaction.objectStore('uploads').put({ ...row, state: 'waiting' })));
        },
        undefined,
      );
    },

    claim: async (profile, nowMs) => {
      const owner = await sealName(profile);
      const { row, nextMs } = await database.run<ClaimedRow>(['uploads'], (transaction) => claimRow(transaction, owner, nowMs), {
        row: null,
        nextMs: null,
      });
      if (row !== null) await changed();
      return { entry: row === null ? null : await entryOf(row), nextMs };
    },

    release: (id, nextMs) => change(id, (row) => ({ ...row, state: 'waiting', nextMs })),
    postpone: (id, nextMs) => change(id, (row) => ({ ...row, state: 'waiting', nextMs, tries: row.tries - 1 })),

    setUploaded: async (entry, pictureId) => {
      const { fileName, type, bytes, list, replaces } = entry;
      const stage = pictureId === null ? 'file' : 'up';
      await database.write(entry.profile, ['uploads'], async () => {
        const value = await seal<UploadedPicture>({ fileName, type, bytes, list, replaces, pictureId });
        return (transaction) =>
          changeRow(transaction, entry.id, (row) => ({ ...row, state: 'waiting', stage, tries: 0, nextMs: 0, value }));
      });
      await changed();
    },

    setNaming: (id) => change(id, (row) => ({ ...row, stage: 'naming' })),
    refuse: (id, reason) => change(id, (row) => ({ ...row, state: 'failed', reason })),
    reportProgress: (id, part) => void channel.send({ is: 'progress', id, part }),
    finish: async (entry) => {
      await channel.send({ is: 'done', entry });
      await remove(entry);
    },
  };
}

export const uploads = createUploads();

interface ClaimedRow {
  readonly row: UploadRow | null;
  readonly nextMs: number | null;
}

const named = ({ name, type, size }: File) => ({ fileName: name, type, bytes: size });

const withoutValue = ({ value: _value, order: _order, ...row }: UploadRow): Omit<UploadRow, 'value' | 'order'> => row;

async function entryOf(row: UploadRow): Promise<UploadEntry> {
  const [profile, picture] = await Promise.all([unsealName(row.profile), unseal(row.value)]);
  return { ...withoutValue(row), profile, ...picture, order: row.order ?? 0 };
}

/** Null leaves the row as it is. */
type ChangeOfRow = (row: UploadRow) => UploadRow | null;

async function changeRow(transaction: MemberTransaction, id: string, next: ChangeOfRow): Promise<void> {
  const row = await transaction.objectStore('uploads').index('byId').get(id);
  const after = row === undefined ? null : next(row);
  if (after !== null) await transaction.objectStore('uploads').put(after);
}

const rowsOf = (transaction: MemberTransaction, owner: string): Promise<UploadRow[]> =>
  transaction.objectStore('uploads').index('byProfile').getAll(owner);

/** A picture that the server no longer has is uploaded again when the member retries. */
const restarted = ({ reason, stage }: UploadRow): Pick<UploadRow, 'stage'> => ({
  stage: reason?.code === 'not-your-picture' ? 'file' : stage,
});

/**
 * The oldest that is due. An uploaded one waits until no earlier one is being sent, so that pictures uploaded side by side get
 * into the profile in the order in which they were chosen; one that waits after a failure does not delay others.
 */
async function claimRow(transaction: MemberTransaction, owner: string, nowMs: number): Promise<ClaimedRow> {
  const rows = await rowsOf(transaction, owner);
  const isDue = ({ nextMs }: UploadRow): boolean => nextMs <= nowMs || nextMs > nowMs + longestWaitMs;
  const firstSending = rows.findIndex(({ state }) => state === 'sending');
  const waiting = rows.filter(({ state }) => state === 'waiting');
  const due = rows.find(
    (row, at) => row.state === 'waiting' && isDue(row) && (row.stage === 'file' || firstSending === -1 || at < firstSending),
  );
  if (due === undefined)
    return { row: null, nextMs: waiting.length === 0 ? null : Math.min(...waiting.map(({ nextMs }) => nextMs)) };
  const row: UploadRow = { ...due, state: 'sending', tries: due.tries + 1 };
  await transaction.objectStore('uploads').put(row);
  return { row, nextMs: nowMs };
}
