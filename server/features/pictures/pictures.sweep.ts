// Removes pictures that no profile has listed and no message has named for a day, those viewed once, and files left by a crash.
import type { World } from '#server/world.ts';
import { createPicturesStore, type ListedPicture } from './pictures.store.ts';

interface Parts {
  readonly isSent: (pictureId: string, authorId: string) => Promise<boolean>;
  readonly isUploading: (pictureId: string) => boolean;
  readonly deleteFiles: (pictureId: string) => Promise<void>;
}

const sweepBatch = 500;

export function createPicturesSweep(world: World, { isSent, isUploading, deleteFiles }: Parts): () => Promise<void> {
  const { clock, limits, pictureFiles } = world;
  const store = createPicturesStore(world.db.read);

  async function sweepRows(): Promise<void> {
    const nowMs = clock.now();
    const beforeMs = nowMs - limits.unusedPictureMs;
    // A withheld picture may be listed again once the decision is lifted.
    const isUnlisted = ({ isPublic, isPrivate, isWithheld, createdMs }: ListedPicture) =>
      !isPublic && !isPrivate && !isWithheld && createdMs < beforeMs;
    const isOverdue = ({ viewedMs }: ListedPicture) => viewedMs !== null && viewedMs < nowMs - limits.viewOnceReportMs;
    const isRemovable = (picture: ListedPicture) => (picture.isViewOnce ? isOverdue(picture) : isUnlisted(picture));
    for (
      let batch = await store.after('', sweepBatch);
      batch.length > 0;
      batch = await store.after(batch.at(-1)?.id ?? '', sweepBatch)
    ) {
      for (const { id, profileId } of batch.filter(isRemovable)) {
        if (await isSent(id, profileId)) continue;
        const isRemoved = await world.db.write(async (tx) => {
          await world.db.lock(tx, `profile:${profileId}`);
          const pictures = createPicturesStore(tx);
          const now = await pictures.find(id);
          return now !== null && isRemovable(now) && (await pictures.remove(id, profileId));
        });
        if (isRemoved) await deleteFiles(id);
      }
    }
  }

  async function sweepFiles(): Promise<void> {
    const removeWithoutRow = async (ids: readonly string[]) => {
      // This is determined before the rows are read, so that an upload that finishes meanwhile has a row.
      const finished = ids.filter((id) => !isUploading(id));
      const existing = await store.existing(finished);
      for (const id of finished) if (!existing.has(id)) await deleteFiles(id);
    };
    let batch: string[] = [];
    for await (const id of pictureFiles.list()) {
      batch.push(id);
      if (batch.length < sweepBatch) continue;
      await removeWithoutRow(batch);
      batch = [];
    }
    await removeWithoutRow(batch);
  }

  return async () => {
    await sweepRows();
    await sweepFiles();
  };
}
