// The pictures that the viewer and the rating screen show for a URL, in order.
import type { Profile } from '#shared/contract/profiles.ts';
import { isUuid } from '#shared/rules/uuid.ts';

type Pictures = Pick<Profile, 'profilePicIds' | 'profilePicIdsPrivate'>;

/**
 * The pictures of the list in the URL, or all pictures of the profile if there is no list, and `id`. Private pictures are left out
 * while they are switched off.
 */
export function carouselIds(ids: string, id: string, profile: Pictures | undefined, isNsfwShown: boolean): string[] {
  const listed = [...new Set(ids.split(','))].filter(isUuid);
  const hidden = isNsfwShown ? [] : (profile?.profilePicIdsPrivate ?? []);
  const all = [...(profile?.profilePicIds ?? []), ...(profile?.profilePicIdsPrivate ?? [])];
  const asked = listed.length > 0 ? listed : all;
  return (isUuid(id) && !asked.includes(id) ? [id, ...asked] : asked).filter((one) => !hidden.includes(one));
}

/** The pictures from `startId` to the end, or all if it is not in the list. */
export function picturesFrom(startId: string, ids: readonly string[]): readonly string[] {
  return ids.slice(Math.max(0, ids.indexOf(startId)));
}
