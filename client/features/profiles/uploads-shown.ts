// Selects the uploads that the editor of a list of pictures shows.
import type { Profile } from '#shared/contract/profiles.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';

type PictureList = 'profilePicIds' | 'profilePicIdsPrivate';

/** New pictures for the list, and replacements of pictures in it. */
export function uploadsShownIn<Entry extends Pick<UploadEntry, 'list' | 'replaces' | 'pictureId'>>(
  list: PictureList,
  uploads: readonly Entry[],
  profile: Pick<Profile, PictureList>,
): Entry[] {
  // The device removes an upload a moment after its picture is in the profile, which must not be shown twice.
  const listed = [...profile.profilePicIds, ...profile.profilePicIdsPrivate];
  const isListed = ({ pictureId }: Entry): boolean => pictureId !== null && listed.includes(pictureId);
  return uploads.filter((entry) =>
    entry.replaces === null ? entry.list === list && !isListed(entry) : profile[list].includes(entry.replaces),
  );
}

/** Replacements of pictures in the list. Those of pictures that are in no list any more belong to the list they were made for. */
export function replacementsIn<Entry extends Pick<UploadEntry, 'list' | 'replaces'>>(
  list: PictureList,
  uploads: readonly Entry[],
  profile: Pick<Profile, PictureList>,
): Entry[] {
  const listOf = (id: string): PictureList | undefined =>
    (['profilePicIds', 'profilePicIdsPrivate'] as const).find((one) => profile[one].includes(id));
  return uploads.filter((entry) => entry.replaces !== null && (listOf(entry.replaces) ?? entry.list) === list);
}
