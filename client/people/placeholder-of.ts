// The colours of a picture, found beside its id in a profile or a brief.
import type { Profile } from '#shared/contract/profiles.ts';

export type Pictured = Pick<Profile, 'profilePicIds' | 'picPlaceholders'> &
  Partial<Pick<Profile, 'profilePicIdsPrivate' | 'picPlaceholdersPrivate'>>;

/** Undefined for a picture that is named there no more, or not known at all. */
export function placeholderOf(pictured: Pictured | undefined, id: string | null | undefined): string | undefined {
  if (pictured === undefined || !id) return undefined;
  const { profilePicIds, picPlaceholders, profilePicIdsPrivate, picPlaceholdersPrivate } = pictured;
  return picPlaceholders?.[profilePicIds.indexOf(id)] ?? picPlaceholdersPrivate?.[profilePicIdsPrivate?.indexOf(id) ?? -1];
}
