// Finds a picture's placeholder in a profile or brief.
import type { Profile } from '#shared/contract/profiles.ts';

export type HasPictures = Pick<Profile, 'profilePicIds' | 'picPlaceholders'> &
  Partial<Pick<Profile, 'profilePicIdsPrivate' | 'picPlaceholdersPrivate'>>;

/** Undefined if the profile no longer has the picture. */
export function placeholderOf(owner: HasPictures | undefined, id: string | null | undefined): string | undefined {
  if (owner === undefined || !id) return undefined;
  const { profilePicIds, picPlaceholders, profilePicIdsPrivate, picPlaceholdersPrivate } = owner;
  return picPlaceholders?.[profilePicIds.indexOf(id)] ?? picPlaceholdersPrivate?.[profilePicIdsPrivate?.indexOf(id) ?? -1];
}
