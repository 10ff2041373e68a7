// Pictures: stored, shown to members who may see them, replaced and removed.
import { hasAvif, type PictureVariant } from '#shared/rules/picture-sizes.ts';
import { errorCode } from '#server/db/errors.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { PictureFormat } from '#server/outside/picture-files.ts';
import { PictureRefused, type PicturePart, type PictureRefusal, type ScaledPicture } from '#server/outside/picture-job.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { PictureAccess, ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { RefusedLooks } from '#server/features/spam/refused-looks.service.ts';
import { createAvifPictures } from './avif-pictures.ts';
import { uuidFrom } from './picture-id.ts';
import { createPicturesStore, type ListedPicture } from './pictures.store.ts';

/** The pictures in messages. */
interface SentPictures {
  /** True when a message that the viewer can still read contains this picture. */
  wasSentTo(pictureId: string, viewerId: string): Promise<boolean>;
  /** True when any message still contains this picture of the author's. */
  isSent(pictureId: string, authorId: string): Promise<boolean>;
  /** Removes pictures from all messages of their sender. */
  takeBack(senderId: string, isTaken: (pictureId: string) => boolean): Promise<void>;
}

export interface PicturesService {
  /** The id of an upload: the same for the same key and profile, a new one without a key. */
  idFor(profileId: string, key: string | null): string;
  /**
   * Checks the room for an upload before it is read; always passes when `id` is stored already. Problems: too-many-pictures,
   * disk-full, not-found for a picture to replace that is not the profile's own.
   */
  demandRoom(profileId: string, id: string, replacedId: string | undefined): Promise<void>;
  /**
   * Stores an upload in all sizes; it is shown once the profile names it, or at once in place of the one it replaces. An id that
   * is stored already, or being stored, is that same picture.
   * Problems: the ones above, refused-picture, picture-too-large, not-a-picture, too-many-pixels, damaged-picture, picture-too-slow, overloaded.
   */
  add(profileId: string, id: string, upload: Buffer, replacedId: string | undefined): Promise<{ readonly id: string }>;
  /**
   * Stores a part of an own picture under a new id, in its place; `also` runs in the same write. Problems: not-found for a
   * picture that is not the profile's own, those of demandRoom and of making pictures, and what `also` throws.
   */
  cut(profileId: string, id: string, pictureId: string, part: PicturePart, also: (tx: Tx) => Promise<void>): Promise<void>;
  /** Problem: not-found for a picture that is not the profile's own. */
  remove(profileId: string, id: string): Promise<void>;
  /** By the public address: public pictures, own ones, and those sent to the caller. Problem: not-found. */
  findPublic(caller: Caller, id: string): Promise<ListedPicture>;
  /** By the private address: own pictures, and private ones of others while the caller shows NSFW pictures. Problem: not-found. */
  findPrivate(caller: Caller, id: string): Promise<ListedPicture>;
  /** AVIF bytes when accepted and available, else WebP. Problem: not-found. */
  bytesOf(
    picture: ListedPicture,
    variant: PictureVariant,
    takesAvif: boolean,
  ): Promise<{ readonly bytes: Buffer; readonly format: PictureFormat }>;
  /** Removes the files of pictures whose rows are gone; files that can't be removed now are swept later. */
  dropFiles(ids: readonly string[]): Promise<void>;
  /** Resolves when no picture is being processed. */
  close(): Promise<void>;
  /** Removes pictures that no profile named for a day, and files without a picture, as left by a crash or an abandoned upload. */
  sweep(): Promise<void>;
}

interface Needs {
  readonly visibility: Visibility;
  readonly pictureAccess: PictureAccess;
  readonly profiles: ProfilesService;
  readonly sent: SentPictures;
  readonly refusedLooks: Pick<RefusedLooks, 'isRefused'>;
}

const refusals = {
  'not-a-picture': 'not-a-picture',
  'too-large': 'picture-too-large',
  'too-many-pixels': 'too-many-pixels',
  damaged: 'damaged-picture',
  'too-slow': 'picture-too-slow',
  'too-busy': 'overloaded',
} as const satisfies Record<PictureRefusal, string>;

const sweepBatch = 500;

export function createPicturesService(
  world: World,
  { visibility, profiles, pictureAccess, sent, refusedLooks }: Needs,
): PicturesService {
  const { limits, pictureFiles, clock } = world;
  const store = createPicturesStore(world.db.read);
  const avif = createAvifPictures(world);
  /** Uploads with stored files and no row yet. */
  const arriving = new Map<string, Promise<void>>();

  async function demandQuota(
    pictures: typeof store,
    profileId: string,
    replacedId: string | undefined,
    addedBytes: number,
  ): Promise<void> {
    const { count, bytes } = await pictures.kept(profileId);
    const countLeft = limits.picturesPerProfile - count + (replacedId === undefined ? 0 : 1);
    if (countLeft < 1 || bytes + addedBytes > limits.pictureBytesPerProfile) throw problem('too-many-pictures');
  }

  async function keepFiles(id: string, { variants }: ScaledPicture): Promise<void> {
    try {
      for (const [variant, bytes] of variants) await pictureFiles.put(id, variant, bytes);
    } catch (error) {
      throw errorCode(error) === 'ENOSPC' ? problem('disk-full') : error;
    }
  }

  /** The row is gone, so nobody sees the files; those that can't be removed now are swept later. */
  async function dropFiles(id: string): Promise<void> {
    await pictureFiles.remove(id).catch((error: unknown) => world.log.warn({ err: error }, 'a picture could not be removed'));
  }

  /** Removes a picture, once its row is gone, from messages and from the disk. */
  async function forget(profileId: string, id: string): Promise<void> {
    await dropFiles(id);
    await sent.takeBack(profileId, (pictureId) => pictureId === id);
  }

  async function takeIn(
    profileId: string,
    id: string,
    make: () => Promise<ScaledPicture>,
    replacedId: string | undefined,
    also?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    if ((await store.find(id)) !== null) return;
    const picture = await make().catch((error: unknown) => {
      throw error instanceof PictureRefused ? problem(refusals[error.reason]) : error;
    });
    if (refusedLooks.isRefused(picture.fingerprint)) throw problem('refused-picture');
    const bytes = [...picture.variants.values()].reduce((sum, variant) => sum + variant.length, 0);
    try {
      await keepFiles(id, picture);
      const tellChange = await world.db.write(async (tx) => {
        await world.db.lock(tx, `profile:${profileId}`);
        const pictures = createPicturesStore(tx);
        if ((await pictures.find(id)) !== null) return () => undefined;
        await also?.(tx);
        await demandQuota(pictures, profileId, replacedId, bytes);
        await pictures.insert({
          id,
          profile_id: profileId,
          width: picture.width,
          height: picture.height,
          bytes,
          placeholder: picture.placeholder,
          created_ms: clock.now(),
        });
        if (replacedId === undefined) return () => undefined;
        const tell = await profiles.replacePicture(tx, profileId, replacedId, id);
        if (!(await pictures.remove(replacedId, profileId))) throw problem('not-found');
        return tell;
      });
      tellChange();
    } catch (error) {
      await dropFiles(id);
      throw error;
    }
    avif.want(id, picture.width);
    if (replacedId !== undefined) await forget(profileId, replacedId);
  }

  /** One upload at a time per id: a second one waits for the same result. */
  async function arrive(id: string, take: () => Promise<void>): Promise<void> {
    const arrival = arriving.get(id) ?? take().finally(() => arriving.delete(id));
    arriving.set(id, arrival);
    await arrival;
  }

  async function found(id: string, admits: (picture: ListedPicture) => boolean | Promise<boolean>): Promise<ListedPicture> {
    const picture = await store.find(id);
    if (picture === null || !(await admits(picture))) throw problem('not-found');
    return picture;
  }

  async function sweepUnnamed(): Promise<void> {
    const beforeMs = clock.now() - limits.unusedPictureMs;
    // A withheld picture left the lists by a decision, and may come back.
    const isForgotten = ({ isPublic, isPrivate, isWithheld, createdMs }: ListedPicture) =>
      !isPublic && !isPrivate && !isWithheld && createdMs < beforeMs;
    for (
      let batch = await store.after('', sweepBatch);
      batch.length > 0;
      batch = await store.after(batch.at(-1)?.id ?? '', sweepBatch)
    ) {
      for (const { id, profileId } of batch.filter(isForgotten)) {
        if (await sent.isSent(id, profileId)) continue;
        const isRemoved = await world.db.write(async (tx) => {
          await world.db.lock(tx, `profile:${profileId}`);
          const pictures = createPicturesStore(tx);
          const now = await pictures.find(id);
          return now !== null && isForgotten(now) && (await pictures.remove(id, profileId));
        });
        if (isRemoved) await dropFiles(id);
      }
    }
  }

  async function sweepFiles(): Promise<void> {
    const dropRowless = async (ids: readonly string[]) => {
      // Read before the rows, so that an upload that finishes meanwhile has its row.
      const settled = ids.filter((id) => !arriving.has(id));
      const existing = await store.existing(settled);
      for (const id of settled) if (!existing.has(id)) await dropFiles(id);
    };
    let batch: string[] = [];
    for await (const id of pictureFiles.list()) {
      batch.push(id);
      if (batch.length < sweepBatch) continue;
      await dropRowless(batch);
      batch = [];
    }
    await dropRowless(batch);
  }

  return {
    idFor: (profileId, key) => (key === null ? world.ids.uuid() : uuidFrom(`${profileId} ${key}`)),

    async demandRoom(profileId, id, replacedId) {
      try {
        if (replacedId !== undefined && (await store.find(replacedId))?.profileId !== profileId) throw problem('not-found');
        await demandQuota(store, profileId, replacedId, 0);
        if ((await pictureFiles.freeBytes()) < limits.diskFreeBytesLeast) throw problem('disk-full');
      } catch (noRoom) {
        // That upload may have taken this room; checked last, so that a finishing upload is not missed.
        if ((await store.find(id)) === null) throw noRoom;
      }
    },

    async add(profileId, id, upload, replacedId) {
      await arrive(id, () => takeIn(profileId, id, () => world.pictureScaling.make(upload), replacedId));
      return { id };
    },

    async cut(profileId, id, pictureId, part, also) {
      if ((await store.find(pictureId))?.profileId !== profileId) throw problem('not-found');
      if ((await pictureFiles.freeBytes()) < limits.diskFreeBytesLeast) throw problem('disk-full');
      const whole = await pictureFiles.get(pictureId, 'original');
      if (whole === null) throw problem('not-found');
      await arrive(id, () => takeIn(profileId, id, () => world.pictureScaling.makePart(whole, part), pictureId, also));
    },

    async remove(profileId, id) {
      const tellChange = await world.db.write(async (tx) => {
        if (!(await createPicturesStore(tx).remove(id, profileId))) throw problem('not-found');
        return profiles.replacePicture(tx, profileId, id, null);
      });
      tellChange();
      await forget(profileId, id);
    },

    findPublic: (caller, id) =>
      found(id, (picture) => {
        if (picture.profileId === caller.profileId) return true;
        if (picture.isWithheld || visibility.isHidden(caller.profileId, picture.profileId)) return false;
        if (picture.isPublic && picture.isOwnerNamed) return true;
        // Private pictures are not sent to members who do not want to see them.
        return (caller.showNsfw || !picture.isPrivate) && sent.wasSentTo(id, caller.profileId);
      }),

    findPrivate: (caller, id) =>
      found(id, (picture) => {
        if (picture.profileId === caller.profileId) return true;
        if (picture.isWithheld || visibility.isHidden(caller.profileId, picture.profileId)) return false;
        if (!caller.showNsfw || !picture.isPrivate || !picture.isOwnerNamed) return false;
        return pictureAccess.mayView(picture.profileId, caller.profileId);
      }),

    async bytesOf({ id, widthPx }, variant, takesAvif) {
      if (takesAvif && hasAvif(variant)) {
        const bytes = await pictureFiles.get(id, variant, 'avif');
        if (bytes !== null) return { bytes, format: 'avif' };
        avif.want(id, widthPx);
      }
      const bytes = await pictureFiles.get(id, variant);
      if (bytes === null) throw problem('not-found');
      return { bytes, format: 'webp' };
    },

    close: () => avif.close(),

    async dropFiles(ids) {
      for (const id of ids) await dropFiles(id);
    },

    async sweep() {
      await sweepUnnamed();
      await sweepFiles();
    },
  };
}
