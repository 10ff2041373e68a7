// The functions of uploads for screens: they add pictures, list those that wait, and change them.
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import type { UploadRow } from '#client/offline/database-schema.ts';
import type { MemberDatabase } from '#client/offline/database.ts';
import { waitingForScreens, type WaitingForScreens } from '#client/offline/outbox/waiting-for-screens.ts';
import { sealName } from '#client/offline/seal.ts';
import {
  createUploadQueue,
  entryOf,
  rowsOf,
  uploadQueue,
  type UploadEntry,
  type UploadMessage,
  type UploadQueue,
} from './upload-queue.ts';
import { newUploadState, pictureOf, sealedUpload, type Destination } from '#client/offline/outbox/upload-rows.ts';

export interface Uploads extends UploadQueue, WaitingForScreens {
  /** Resolves when the picture is stored. Rejects if the data belongs to another member or the storage is full. */
  readonly add: (profile: string, file: File, destination: Destination) => Promise<UploadEntry>;
  /** Returns all pictures of a member, in the order in which they were chosen. */
  readonly entries: (profile: string) => Promise<UploadEntry[]>;
  /** Uploads a refused picture again. */
  readonly retry: (id: string) => Promise<void>;
  /** Cancels an upload at any stage. The server deletes uploaded pictures that are in no profile. */
  readonly cancel: (entry: Pick<UploadEntry, 'profile' | 'id'>) => Promise<void>;
  /** Calls back after each change in any tab. Returns a function that unsubscribes. */
  readonly listen: (callback: () => void) => () => void;
  readonly onMessage: (callback: (message: UploadMessage) => unknown) => () => void;
}

export const createUploads = (database: MemberDatabase, channelName = 'uploads'): Uploads =>
  forScreens(createUploadQueue(database, channelName));

export const uploads = forScreens(uploadQueue);

function forScreens(queue: UploadQueue): Uploads {
  const { database, change, changed, remove, channel } = queue;
  const { notifyAdded, ...waiting } = waitingForScreens(database, 'uploads');

  return {
    ...queue,
    ...waiting,
    add: async (profile, file, destination) => {
      await whenStorageOpened();
      // The member's first action on this device may come before their database was created.
      if ((await database.owner()) === null) await database.claim(profile);
      const upload = { id: crypto.randomUUID(), file, destination };
      let order = 0;
      const isOwn = await database.write(profile, ['uploads', 'uploadFiles'], async (owner) => {
        const store = await sealedUpload(owner, upload);
        return async (transaction) => void (order = await store(transaction));
      });
      if (!isOwn) throw new Error('This is another member’s device.');
      await changed();
      notifyAdded();
      return { ...newUploadState, id: upload.id, profile, ...pictureOf(upload), order };
    },

    entries: async (profile) => {
      const owner = await sealName(profile);
      const rows = await database.run<UploadRow[]>(['uploads'], [], (transaction) => rowsOf(transaction, owner));
      return Promise.all(rows.map(entryOf));
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
    onMessage: channel.listen,
  };
}

/** A picture that the server no longer has is uploaded again when the member retries. */
const restarted = ({ reason, stage }: UploadRow): Pick<UploadRow, 'stage'> => ({
  stage: reason?.code === 'not-your-picture' ? 'file' : stage,
});
