// Runs simultaneous uploads of one id once, and none while this or another process deletes the files of an earlier failed upload.
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '#server/world.ts';

export interface UploadTurns {
  /** If two uploads with the same id run at the same time, the second waits for the result of the first. */
  upload(id: string, store: () => Promise<void>): Promise<void>;
  /**
   * Runs `remove`, unless an upload with this id runs, here or in another process. Uploads that begin meanwhile wait: a failed
   * upload leaves files, and is repeated with the same id, perhaps during a long sweep.
   */
  deleteStray(id: string, remove: () => Promise<void>): Promise<void>;
}

/** How soon an upload is tried again while another process stores or deletes files of the same id. */
const retryMs = 50;

export function createUploadTurns({ db }: Pick<World, 'db'>): UploadTurns {
  const nameOf = (id: string): string => `picture: ${id}`;
  const uploading = new Map<string, Promise<void>>();
  const deleting = new Map<string, Promise<unknown>>();
  return {
    async upload(id, store) {
      const afterDeletion = async (): Promise<void> => {
        await deleting.get(id);
        while (!(await db.inTurn(nameOf(id), store))) await pause(retryMs);
      };
      const upload = uploading.get(id) ?? afterDeletion().finally(() => uploading.delete(id));
      uploading.set(id, upload);
      await upload;
    },
    async deleteStray(id, remove) {
      if (uploading.has(id)) return;
      const deletion = db.inTurn(nameOf(id), remove).finally(() => deleting.delete(id));
      deleting.set(id, deletion);
      await deletion;
    },
  };
}
