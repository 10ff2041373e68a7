// The pictures, in order, that the addresses of carousel and rating name.
import type { Profile } from '#shared/contract/profiles.ts';

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => idShape.test(text);

type Pictures = Pick<Profile, 'profilePicIds' | 'profilePicIdsPrivate'>;

/**
 * The list in the address; without one all pictures of the profile, private ones only if they are not hidden, or the one picture
 * alone while the profile is loading.
 */
export function carouselIds(ids: string, id: string, profile: Pictures | undefined, isNsfwShown: boolean): string[] {
  const listed = [...new Set(ids.split(','))].filter(isId);
  const hidden = isNsfwShown ? [] : (profile?.profilePicIdsPrivate ?? []);
  const all = [...(profile?.profilePicIds ?? []), ...(profile?.profilePicIdsPrivate ?? [])].filter(
    (one) => !hidden.includes(one),
  );
  const shown = listed.length > 0 ? listed : all;
  return isId(id) && !shown.includes(id) && !hidden.includes(id) ? [id, ...shown] : shown;
}

/** The public pictures from `startId` on; all of them if it is not among them. */
export function picturesFrom(startId: string, ids: readonly string[]): readonly string[] {
  return ids.slice(Math.max(0, ids.indexOf(startId)));
}
