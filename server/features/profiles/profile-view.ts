// What a viewer gets to know of a profile: its owner all, an administrator the roles, others what is meant for them.
import type { Profile } from '#shared/contract/profiles.ts';
import { ageOn } from '#shared/rules/age.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import type { StoredProfile } from './profiles.store.ts';

export type Viewer =
  | { readonly kind: 'owner'; readonly roles: readonly AccountRole[]; readonly point: Place | null }
  | { readonly kind: 'admin'; readonly roles: readonly AccountRole[] }
  | { readonly kind: 'member'; readonly showsPrivatePictures: boolean; readonly point: Place | null }
  /** Blocks the profile, and reaches it only to lift that. */
  | { readonly kind: 'blocker' };

const hourMs = 3_600_000;
const cutToHour = (ms: number): number => ms - (ms % hourMs);

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
    ...(isOwner ? { birthdate: profile.birthdate, version: profile.version } : {}),
    age: shownAge(profile.birthdate, nowMs),
    height: profile.height,
    weight: profile.weight,
    description: profile.description,
    characteristics: [...profile.characteristics],
    ...('roles' in viewer ? { roles: [...viewer.roles] } : {}),
    tsUpdated: isOwner ? profile.updated_ms : cutToHour(profile.updated_ms),
    lat: point?.lat ?? null,
    lon: point?.lon ?? null,
    tsLastSeen: viewer.kind === 'blocker' ? null : cutToHour(profile.seen_ms),
  };
}

/** Whole years; a placeholder until the birthdate is known. */
export const shownAge = (birthdate: string | null, nowMs: number): number =>
  (birthdate === null ? null : ageOn(birthdate, nowMs)) ?? limits.placeholderAge;
