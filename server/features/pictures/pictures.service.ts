// Stores pictures, checks access to them, and replaces and removes them.
import { hasAvif, type PictureVariant } from '#shared/rules/picture-sizes.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { errorCode } from '#server/db/errors.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { PictureFormat } from '#server/outside/picture-files.ts';
import { chatPictureId, profilePictureId } from '#server/outside/picture-id.ts';
import type { PicturePart, ScaledPicture } from '#server/outside/picture-job.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { PictureAccess, ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { RefusedPictures } from '#server/features/spam/refused-pictures.service.ts';
import { createAvifPictures } from './avif-pictures.ts';
import { createPicturesStore, type ListedPicture } from './pictures.store.ts';
import { createPicturesSweep } from './pictures.sweep.ts';
import { uploadProblem } from './upload-problem.ts';
import { createUploadTurns } from './upload-turns.ts';

interface SentPictures {
  wasSentTo(pictureId: string, viewerId: string): Promise<boolean>;
  isHiddenBySender(pictureId: string, senderId: string, recipientId: string): Promise<boolean>;
  isSent(pictureId: string, authorId: string): Promise<boolean>;
  takeBack(senderId: string, pictureId: string): Promise<void>;
}

/** Says what an upload is for: a picture of the profile, which may replace another one, or a picture for a conversation. */
export interface UploadUse {
  readonly replacedId?: string | undefined;
  readonly chatWith?: string | undefined;
}

export interface PicturesService {
  /** Returns the id of an upload. It is the same for the same key, use and profile, and a new one if there is no key. */
  idFor(profileId: string, key: string | null, use?: UploadUse): string;
  /**
   * Checks quota and disk space before an upload is read, unless `id` is already stored. Problems: too-many-pictures,
   * too-many-chat-pictures, disk-full, not-found if the picture to replace is not the profile's.
   */
  checkSpace(profileId: string, id: string, use: UploadUse): Promise<void>;
  /**
   * Stores an upload in all sizes. It is visible once the profile lists it or a message contains it, or immediately if it
   * replaces a listed picture. Does nothing for an id that is already stored. Problems: those of checkSpace,
   * not-found for a conversation with a hidden member, refused-picture, picture-too-large, not-a-picture, too-many-pixels,
   * damaged-picture, picture-too-slow, overloaded.
   */
  add(profileId: string, id: string, upload: Buffer, use: UploadUse): Promise<{ readonly id: string }>;
  /**
   * Replaces a picture with a part of it under a new id. `inSameWrite` runs in the write. Problems: not-found for a picture that
   * is not the profile's, those of `add`, and those of `inSameWrite`.
   */
  crop(
    profileId: string,
    id: string,
    pictureId: string,
    part: PicturePart,
    inSameWrite: (tx: Tx) => Promise<void>,
  ): Promise<void>;
  /** Problem: not-found for a picture that is not the profile's. */
  remove(profileId: string, id: string): Promise<void>;
  /** Finds a picture for the public URL: a public one, the caller's own, or one that was sent to them. Problem: not-found. */
  findPublic(caller: Caller, id: string): Promise<ListedPicture>;
  /** Finds a picture for the private URL: the caller's own, or a private one if they show NSFW pictures. Problem: not-found. */
  findPrivate(caller: Caller, id: string): Promise<ListedPicture>;
  /** Returns AVIF if it is accepted and available, else WebP. Problem: not-found. */
  bytesOf(
    picture: ListedPicture,
    variant: PictureVariant,
    takesAvif: boolean,
  ): Promise<{ readonly bytes: Buffer; readonly format: PictureFormat }>;
  /** Removes the files of deleted pictures. Files that cannot be removed now are swept later. */
  deleteFiles(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
  /** Removes pictures that nobody needs any longer, and files left by a crash. */
  sweep(): Promise<void>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly pictureAccess: PictureAccess;
  readonly profiles: ProfilesService;
  readonly sent: SentPictures;
  readonly refusedPictures: Pick<RefusedPictures, 'isRefused'>;
}

export function createPicturesService(
  world: World,
  { visibility, profiles, pictureAccess, sent, refusedPictures }: Dependencies,
): PicturesService {
  const { limits, pictureFiles, clock } = world;
  const store = createPicturesStore(world.db.read);
  const avif = createAvifPictures(world);
  const turns = createUploadTurns(world);

  async function checkQuota(
    pictures: typeof store,
    profileId: string,
    { replacedId, chatWith }: UploadUse,
    addedBytes: number,
  ): Promise<void> {
    if (chatWith !== undefined) {
      const today = await pictures.countInChat(profileId, chatWith, clock.now() - dayMs);
      if (today >= limits.chatPicturesPerDay) throw problem('too-many-chat-pictures');
      return;
    }
    const { count, bytes } = await pictures.usage(profileId, replacedId);
    const isFull = count >= limits.picturesPerProfile || bytes + addedBytes > limits.pictureBytesPerProfile;
    if (isFull) throw problem('too-many-pictures');
  }

  async function storeFiles(id: string, { variants }: ScaledPicture): Promise<void> {
    try {
      for (const [variant, bytes] of variants) await pictureFiles.put(id, variant, bytes);
    } catch (error) {
      throw errorCode(error) === 'ENOSPC' ? problem('disk-full') : error;
    }
  }

  async function deleteFiles(id: string): Promise<void> {
    await pictureFiles.remove(id).catch((error: unknown) => world.log.warn({ err: error }, 'a picture could not be removed'));
  }

  async function deleteStray(id: string): Promise<void> {
    await turns.deleteStray(id, async () => {
      if ((await store.find(id)) === null) await deleteFiles(id);
    });
  }

  /** Removes a replaced picture from messages. Does nothing for a picture that still exists. */
  async function takeBackReplaced(profileId: string, id: string | undefined): Promise<void> {
    if (id !== undefined && (await store.find(id)) === null) await sent.takeBack(profileId, id);
  }

  async function storePicture(
    profileId: string,
    id: string,
    process: () => Promise<ScaledPicture>,
    use: UploadUse,
    inSameWrite?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const { replacedId, chatWith = null } = use;
    // A repeated upload completes a replacement that was interrupted.
    if ((await store.find(id)) !== null) return takeBackReplaced(profileId, replacedId);
    const picture = await process().catch((error: unknown) => {
      throw uploadProblem(error);
    });
    if (refusedPictures.isRefused(picture.fingerprint)) throw problem('refused-picture');
    const bytes = [...picture.variants.values()].reduce((sum, variant) => sum + variant.length, 0);
    try {
      await storeFiles(id, picture);
      await world.db.write(async (tx) => {
        await world.db.lock(tx, `profile:${profileId}`);
        const pictures = createPicturesStore(tx);
        if ((await pictures.find(id)) !== null) return;
        await inSameWrite?.(tx);
        await checkQuota(pictures, profileId, use, bytes);
        await pictures.insert({
          id,
          profile_id: profileId,
          width: picture.width,
          height: picture.height,
          bytes,
          placeholder: picture.placeholder,
          created_ms: clock.now(),
          chat_with: chatWith,
        });
        if (replacedId === undefined) return;
        await profiles.replacePicture(tx, profileId, replacedId, id);
        if (!(await pictures.remove(replacedId, profileId))) throw problem('not-found');
      });
    } catch (error) {
      // If the connection was lost during the commit, the picture may be stored. Files without a row are swept.
      if (errorCode(error) !== 'database-unavailable') await deleteFiles(id);
      throw error;
    }
    avif.request(id, picture.width);
    if (replacedId !== undefined) await deleteFiles(replacedId);
    await takeBackReplaced(profileId, replacedId);
  }

  /** Reads the profile before it checks blocks, so that the time of the answer does not disclose a block. */
  async function isReachable(profileId: string, otherId: string): Promise<boolean> {
    const isVisible = await profiles.isVisible(profileId, otherId);
    return isVisible && profileId !== otherId && !visibility.isHidden(profileId, otherId);
  }

  /** True for a picture of the profile, false for one of a conversation. */
  async function isInProfile(profileId: string, id: string): Promise<boolean> {
    const picture = await store.find(id);
    return picture?.profileId === profileId && picture.chatWith === null;
  }

  /** The conversation with a member who blocks the sender is hidden, as if that member were deleted. */
  const isShownToSender = async (id: string, senderId: string, chatWith: string): Promise<boolean> =>
    !visibility.isBlockedBy(senderId, chatWith) && !(await sent.isHiddenBySender(id, senderId, chatWith));

  async function findVisible(
    id: string,
    isVisible: (picture: ListedPicture) => boolean | Promise<boolean>,
  ): Promise<ListedPicture> {
    const picture = await store.find(id);
    if (picture === null || !(await isVisible(picture))) throw problem('not-found');
    return picture;
  }

  return {
    idFor: (profileId, key, { chatWith } = {}) =>
      key === null ? world.ids.uuid() : (chatWith === undefined ? profilePictureId : chatPictureId)(profileId, key),

    async checkSpace(profileId, id, use) {
      const { replacedId, chatWith } = use;
      try {
        if (replacedId !== undefined && !(await isInProfile(profileId, replacedId))) throw problem('not-found');
        // No quota is checked for a member who is hidden or gone, since `add` refuses the upload.
        if (chatWith === undefined || (await isReachable(profileId, chatWith))) await checkQuota(store, profileId, use, 0);
        if ((await pictureFiles.freeBytes()) < limits.diskFreeBytesLeast) throw problem('disk-full');
      } catch (error) {
        // A repeated upload needs no more space. This is checked last, because the first upload may have finished only now.
        if ((await store.find(id)) === null) throw error;
      }
    },

    async add(profileId, id, upload, use) {
      const { chatWith } = use;
      if (chatWith !== undefined && !(await isReachable(profileId, chatWith))) throw problem('not-found');
      await turns.upload(id, () => storePicture(profileId, id, () => world.pictureScaling.make(upload), use));
      return { id };
    },

    async crop(profileId, id, pictureId, part, inSameWrite) {
      if (!(await isInProfile(profileId, pictureId))) throw problem('not-found');
      if ((await pictureFiles.freeBytes()) < limits.diskFreeBytesLeast) throw problem('disk-full');
      const original = await pictureFiles.get(pictureId, 'original');
      if (original === null) throw problem('not-found');
      await turns.upload(id, () =>
        storePicture(profileId, id, () => world.pictureScaling.makePart(original, part), { replacedId: pictureId }, inSameWrite),
      );
    },

    async remove(profileId, id) {
      const found = await store.find(id);
      // The sender of a picture to view once unsends the message instead.
      if (found?.profileId !== profileId || found.isViewOnce) throw problem('not-found');
      const { chatWith } = found;
      if (chatWith !== null && !(await isShownToSender(id, profileId, chatWith))) throw problem('not-found');
      // This is first, so that a deletion that was interrupted is completed when it is repeated.
      await sent.takeBack(profileId, id);
      await world.db.write(async (tx) => {
        if (!(await createPicturesStore(tx).remove(id, profileId))) throw problem('not-found');
        await profiles.replacePicture(tx, profileId, id, null);
      });
      await deleteFiles(id);
    },

    findPublic: (caller, id) =>
      findVisible(id, (picture) => {
        const { chatWith } = picture;
        if (picture.isViewOnce) return false;
        if (picture.profileId === caller.profileId) return chatWith === null || isShownToSender(id, caller.profileId, chatWith);
        if (picture.isWithheld || visibility.isHidden(caller.profileId, picture.profileId)) return false;
        if (picture.isPublic && picture.isOwnerNamed) return true;
        // Members who have not switched private pictures on do not see private pictures in messages either.
        return (caller.showNsfw || !picture.isPrivate) && sent.wasSentTo(id, caller.profileId);
      }),

    findPrivate: (caller, id) =>
      findVisible(id, (picture) => {
        if (picture.chatWith !== null) return false;
        if (picture.profileId === caller.profileId) return true;
        if (picture.isWithheld || visibility.isHidden(caller.profileId, picture.profileId)) return false;
        if (!caller.showNsfw || !picture.isPrivate || !picture.isOwnerNamed) return false;
        return pictureAccess.mayView(picture.profileId, caller.profileId);
      }),

    async bytesOf({ id, widthPx }, variant, takesAvif) {
      if (takesAvif && hasAvif(variant)) {
        const bytes = await pictureFiles.get(id, variant, 'avif');
        if (bytes !== null) return { bytes, format: 'avif' };
        avif.request(id, widthPx);
      }
      const bytes = await pictureFiles.get(id, variant);
      if (bytes === null) throw problem('not-found');
      return { bytes, format: 'webp' };
    },

    close: () => avif.close(),

    async deleteFiles(ids) {
      for (const id of ids) await deleteFiles(id);
    },

    sweep: createPicturesSweep(world, { isSent: sent.isSent, deleteFiles, deleteStray }),
  };
}
