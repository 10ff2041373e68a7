// Builds a profile as its viewer may see it: the owner, an administrator or another member.
import { isDeepStrictEqual } from 'node:util';
import type { ProfileDetail } from '#shared/contract/nearby.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { shownAge } from '#shared/rules/age.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { wholeLetters } from '#shared/rules/letters.ts';
import { cleanLine, lengthOf } from '#shared/rules/text.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { StoredProfile } from './profiles.store.ts';

export type Viewer =
  | {
      readonly kind: 'owner';
      readonly roles: readonly AccountRole[];
      readonly point: Place | null;
      readonly lastSeenMs: number | null;
    }
  | { readonly kind: 'admin'; readonly roles: readonly AccountRole[]; readonly lastSeenMs: number | null }
  | {
      readonly kind: 'member';
      readonly showsPrivatePictures: boolean;
      readonly point: Place | null;
      /** The last visit as this viewer may see it. */
      readonly lastSeenMs: number | null;
    }
  /** A member who blocks the profile and opens it to lift the block. */
  | { readonly kind: 'blocker' };

const roundedToHour = (ms: number): number => ms - (ms % hourMs);

export function profileFor(viewer: Viewer, profile: StoredProfile, nowMs: number): Profile {
  const isOwner = viewer.kind === 'owner';
  const point = 'point' in viewer ? viewer.point : null;
  const showsPrivate = isOwner || (viewer.kind === 'member' && viewer.showsPrivatePictures);
  return {
    id: profile.id,
    profilename: profile.profilename,
    profilePicIds: viewer.kind === 'blocker' ? [] : [...profile.picIds],
    picPlaceholders: viewer.kind === 'blocker' ? [] : [...profile.picPlaceholders],
    profilePicIdsPrivate: showsPrivate ? [...profile.picIdsPrivate] : [],
    picPlaceholdersPrivate: showsPrivate ? [...profile.picPlaceholdersPrivate] : [],
    ...(isOwner ? { birthdate: profile.birthdate, version: profile.version } : {}),
    age: shownAge(profile.birthdate, nowMs),
    height: profile.height,
    weight: profile.weight,
    description: profile.description,
    characteristics: [...profile.characteristics],
    ...('roles' in viewer ? { roles: [...viewer.roles] } : {}),
    tsUpdated: isOwner ? profile.updated_ms : roundedToHour(profile.shown_updated_ms),
    lat: point?.lat ?? null,
    lon: point?.lon ?? null,
    tsLastSeen: viewer.kind === 'blocker' ? null : viewer.lastSeenMs,
  };
}

/** True if others see the change, apart from private pictures. */
export function isVisibleChange(before: StoredProfile, after: StoredProfile, nowMs: number): boolean {
  const viewer: Viewer = { kind: 'member', showsPrivatePictures: false, point: null, lastSeenMs: null };
  return !isDeepStrictEqual(profileFor(viewer, before, nowMs), profileFor(viewer, after, nowMs));
}

/** The fields of a profile that list rows show and briefs do not have. */
export const detailOf = (profile: Pick<StoredProfile, 'id' | 'description'>, tsLastSeen: number | null): ProfileDetail => ({
  profileId: profile.id,
  firstWords: firstWords(profile.description, limits.maxFirstWordsLength),
  tsLastSeen,
});

/** One line of at most `maxLength` characters, cut after a word if that leaves more than half of them. */
function firstWords(text: string, maxLength: number): string {
  const line = cleanLine(text);
  if (lengthOf(line) <= maxLength) return line;
  const truncated = wholeLetters(line, maxLength - 1);
  const space = truncated.lastIndexOf(' ');
  return `${space > truncated.length / 2 ? truncated.slice(0, space) : truncated}…`;
}
