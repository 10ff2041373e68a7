// Runs uploads with the same id once, and never while the files that an earlier one left are deleted.

export interface UploadTurns {
  /** If two uploads with the same id run at the same time, the second waits for the result of the first. */
  upload(id: string, store: () => Promise<void>): Promise<void>;
  /**
   * Runs `remove`, unless an upload with this id runs, and makes those wait that begin meanwhile: a failed upload leaves files, and
   * is repeated with the same id, perhaps during a long sweep.
   */
  deleteStray(id: string, remove: () => Promise<void>): Promise<void>;
}

export function createUploadTurns(): UploadTurns {
  const uploading = new Map<string, Promise<void>>();
  const deleting = new Map<string, Promise<void>>();
  return {
    async upload(id, store) {
      const afterDeletion = async (): Promise<void> => {
        await deleting.get(id);
        await store();
      };
      const upload = uploading.get(id) ?? afterDeletion().finally(() => uploading.delete(id));
      uploading.set(id, upload);
      await upload;
    },
    async deleteStray(id, remove) {
      if (uploading.has(id)) return;
      const deletion = remove().finally(() => deleting.delete(id));
      deleting.set(id, deletion);
      await deletion;
    },
  };
}
