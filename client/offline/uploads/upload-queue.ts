// The queue of pictures to upload until they are in the profile or their message is delivered. All tabs and the worker share it.
import type { Refusal, PictureToUpload, UploadRow } from '#client/offline/database-schema.ts';
import { claimedOnFull } from '#client/offline/full-device.ts';
import { memberDatabase, type MemberDatabase, type MemberTransaction } from '#client/offline/database.ts';
import { createTabChannel, type TabChannel } from '#client/offline/tab-channel.ts';
import { isDue, type ClaimedRow } from '#client/offline/outbox/outbox-rows.ts';
import { seal, sealName, unseal, unsealName } from '#client/offline/seal.ts';
import { removeUploads } from '#client/offline/outbox/upload-rows.ts';

export interface UploadEntry extends Omit<UploadRow, 'value' | 'order'>, PictureToUpload {
  readonly order: number;
}

export type UploadMessage =
  | { readonly is: 'changed' }
  | { readonly is: 'progress'; readonly id: string; readonly part: number }
  | { readonly is: 'cancelled'; readonly id: string }
  /** The picture is uploaded for a message, which may be sent now. */
  | { readonly is: 'held' }
  /** The picture is in the profile. This event is sent before the picture is removed from the device. */
  | { readonly is: 'done'; readonly entry: UploadEntry };

/** The functions of the uploads that pages and worker need. `createUploads` adds those for screens. */
export interface UploadQueue {
  readonly database: MemberDatabase;
  /** Resolves to null if the file no longer exists. */
  readonly file: (entry: Pick<UploadEntry, 'profile' | 'id' | 'type'>) => Promise<Blob | null>;
  /** The row stays as it is if `next` returns null. */
  readonly change: (id: string, next: ChangeOfRow) => Promise<void>;
  readonly changed: () => Promise<void>;
  readonly remove: (entry: Pick<UploadEntry, 'profile' | 'id'>) => Promise<void>;
  /** The channel for messages between the tabs and the worker. */
  readonly channel: TabChannel<UploadMessage>;

  /** The functions from here on are for the replay, which has the lock. */
  /** Sets pictures that a closed tab was sending back to the state `waiting`. */
  readonly recover: (profile: string) => Promise<void>;
  readonly claim: (profile: string, nowMs: number) => Promise<ClaimedUpload>;
  readonly release: (id: string, nextMs: number, waitsFromMs?: number) => Promise<void>;
  /** Works like `release`, but does not count as an attempt. */
  readonly postpone: (id: string, nextMs: number, waitsFromMs: number) => Promise<void>;
  /** Stores that the picture is uploaded as `pictureId`. Null means that the server no longer has it, so it is uploaded again. */
  readonly setUploaded: (entry: UploadEntry, pictureId: string | null) => Promise<void>;
  /** Stores that the picture of a message is uploaded. It stays here until the message is delivered. */
  readonly holdForMessage: (id: string) => Promise<void>;
  /** Stores that the picture may be in the profile from now on, even without a reply. */
  readonly setNaming: (id: string) => Promise<void>;
  readonly refuse: (id: string, reason: Refusal) => Promise<void>;
  readonly reportProgress: (id: string, part: number) => void;
  readonly finish: (entry: UploadEntry) => Promise<void>;
}

interface ClaimedUpload {
  /** The next picture that is due, now in the state `sending`. It is null if no picture is due. */
  readonly entry: UploadEntry | null;
  /** The earliest time at which a waiting picture may be sent. It is null if none is waiting. */
  readonly nextMs: number | null;
}

export function createUploadQueue(database: MemberDatabase = memberDatabase, channelName = 'uploads'): UploadQueue {
  const channel = createTabChannel<UploadMessage>(channelName);
  const changed = (): Promise<void> => channel.send({ is: 'changed' });

  const change = async (id: string, next: ChangeOfRow): Promise<void> => {
    await database.run(['uploads'], undefined, (transaction) => changeRow(transaction, id, next));
    await changed();
  };

  const remove = async ({ profile, id }: Pick<UploadEntry, 'profile' | 'id'>): Promise<void> => {
    const owner = await sealName(profile);
    await database.run(['uploads', 'uploadFiles'], undefined, (transaction) => removeUploads(transaction, owner, [id]));
    await changed();
  };

  return {
    database,
    change,
    changed,
    remove,
    channel,

    file: async ({ profile, id, type }) => {
      const owner = await sealName(profile);
      const row = await database.run(['uploadFiles'], undefined, (transaction) =>
        transaction.objectStore('uploadFiles').get([owner, id]),
      );
      return row === undefined ? null : new Blob([await unseal(row.value)], { type });
    },

    recover: async (profile) => {
      const owner = await sealName(profile);
      await database.run(['uploads'], undefined, async (transaction) => {
        const interrupted = (await rowsOf(transaction, owner)).filter(({ state }) => state === 'sending');
        await Promise.all(interrupted.map((row) => transaction.objectStore('uploads').put({ ...row, state: 'waiting' })));
      });
    },

    claim: async (profile, nowMs) => {
      const owner = await sealName(profile);
      const { row, nextMs } = await claimedOnFull((isMarked) =>
        database.run<ClaimedRow<UploadRow>>(['uploads'], { row: null, nextMs: null }, (transaction) =>
          claimRow(transaction, owner, { nowMs, isMarked }),
        ),
      );
      if (row !== null) await changed();
      return { entry: row === null ? null : await entryOf(row), nextMs };
    },

    release: (id, nextMs, waitsFromMs = 0) => change(id, (row) => ({ ...row, state: 'waiting', nextMs, waitsFromMs })),
    postpone: (id, nextMs, waitsFromMs) =>
      change(id, (row) => ({ ...row, state: 'waiting', nextMs, waitsFromMs, tries: row.tries - 1 })),

    setUploaded: async (entry, pictureId) => {
      const { fileName, type, bytes, list, replaces } = entry;
      const stage = pictureId === null ? 'file' : 'up';
      await database.write(entry.profile, ['uploads'], async () => {
        const value = await seal<PictureToUpload>({ fileName, type, bytes, list, replaces, pictureId });
        return (transaction) =>
          changeRow(transaction, entry.id, (row) => ({ ...row, state: 'waiting', stage, tries: 0, nextMs: 0, value }));
      });
      await changed();
    },

    holdForMessage: async (id) => {
      await change(id, (row) => ({ ...row, state: 'waiting', stage: 'held' }));
      await channel.send({ is: 'held' });
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

export const uploadQueue = createUploadQueue();

const withoutValue = ({ value: _value, order: _order, ...row }: UploadRow): Omit<UploadRow, 'value' | 'order'> => row;

export async function entryOf(row: UploadRow): Promise<UploadEntry> {
  const [profile, picture] = await Promise.all([unsealName(row.profile), unseal(row.value)]);
  return { ...withoutValue(row), profile, ...picture, order: row.order ?? 0 };
}

type ChangeOfRow = (row: UploadRow) => UploadRow | null;

async function changeRow(transaction: MemberTransaction, id: string, next: ChangeOfRow): Promise<void> {
  const row = await transaction.objectStore('uploads').index('byId').get(id);
  const after = row === undefined ? null : next(row);
  if (after !== null) await transaction.objectStore('uploads').put(after);
}

export const rowsOf = (transaction: MemberTransaction, owner: string): Promise<UploadRow[]> =>
  transaction.objectStore('uploads').index('byProfile').getAll(owner);

/**
 * Takes the oldest picture that is due. An uploaded one waits until no earlier one is being sent, so that pictures get to the
 * profile in the order in which they were chosen. A picture that waits after a failure does not delay others.
 */
async function claimRow(
  transaction: MemberTransaction,
  owner: string,
  { nowMs, isMarked }: { readonly nowMs: number; readonly isMarked: boolean },
): Promise<ClaimedRow<UploadRow>> {
  const rows = await rowsOf(transaction, owner);
  const firstSending = rows.findIndex(({ state }) => state === 'sending');
  const waiting = rows.filter(({ state, stage }) => state === 'waiting' && stage !== 'held');
  const due = rows.find(
    (row, at) => waiting.includes(row) && isDue(row, nowMs) && (row.stage === 'file' || firstSending === -1 || at < firstSending),
  );
  if (due === undefined)
    return { row: null, nextMs: waiting.length === 0 ? null : Math.min(...waiting.map(({ nextMs }) => nextMs)) };
  const row: UploadRow = { ...due, state: 'sending', tries: due.tries + 1 };
  if (isMarked) await transaction.objectStore('uploads').put(row);
  return { row, nextMs: nowMs };
}
