// Removes pictures that no profile and no message has contained for a day, those viewed once, and files left by a crash.
import type { World } from '#server/world.ts';
import { createPicturesStore, type ListedPicture } from './pictures.store.ts';

interface Parts {
  readonly isSent: (pictureId: string, authorId: string) => Promise<boolean>;
  readonly deleteFiles: (pictureId: string) => Promise<void>;
  /** Deletes the files of a picture that has no row, unless it is being uploaded. */
  readonly deleteStray: (pictureId: string) => Promise<void>;
}

const sweepBatch = 500;

export function createPicturesSweep(world: World, { isSent, deleteFiles, deleteStray }: Parts): () => Promise<void> {
  const { clock, limits, pictureFiles } = world;
  const store = createPicturesStore(world.db.read);

  async function sweepRows(): Promise<void> {
    const nowMs = clock.now();
    const beforeMs = nowMs - limits.unusedPictureMs;
    // A withheld picture may be listed again once the decision is lifted, and is listed some time after that.
    const isUnlisted = ({ isPublic, isPrivate, isKeptByDecision, createdMs }: ListedPicture) =>
      !isPublic && !isPrivate && !isKeptByDecision && createdMs < beforeMs;
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
      const existing = await store.existing(ids);
      for (const id of ids) if (!existing.has(id)) await deleteStray(id);
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
