// Which pictures the addresses of carousel and rating name, and in which order.
import type { Profile } from '#shared/contract/profiles.ts';

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => idShape.test(text);

type Pictures = Pick<Profile, 'profilePicIds' | 'profilePicIdsPrivate'>;

/**
 * The list of the address; without one all that the profile shows, private pictures only where they are not hidden, or the one
 * picture alone while nothing is known of it.
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

/** The public pictures of a profile from one on; all of them where it has no such picture. */
export function picturesFrom(startId: string, ids: readonly string[]): readonly string[] {
  return ids.slice(Math.max(0, ids.indexOf(startId)));
}
