// Reads profiles as each viewer may see them, and lets their owners change them.
import { isDeepStrictEqual } from 'node:util';
import type { Broadcaster } from '#shared/contract/messages.ts';
import type { ProfileDetail } from '#shared/contract/nearby.ts';
import type { Profile, ProfileChange, ReducedBrief } from '#shared/contract/profiles.ts';
import { ageOn, isAdult, shownAge } from '#shared/rules/age.ts';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { detailOf, isVisibleChange, profileFor, type Viewer } from './profile-view.ts';
import { createProfileCache } from '#server/outside/profile-cache.ts';
import { createProfilesStore, type ProfileFields, type ProfileIdentity, type StoredProfile } from './profiles.store.ts';
import type { Visits } from './visits.service.ts';

/** A profile as a viewer sees it. Each change increments its version, which only the owner gets. */
export interface ShownProfile {
  readonly profile: Profile;
  readonly version: number | null;
}

export interface ProfilesService {
  /** True for the viewer's own profile, and for one that exists, has a public name, is not suspended and does not block the viewer. */
  isVisible(viewerId: string, profileId: string): Promise<boolean>;
  /** True if the member is at least 18 and has a public name. Only then can others find them, and only then can they write. */
  isComplete(profileId: string): Promise<boolean>;
  /** Problem: needs-profile without a public name and a birthdate. */
  requireProfile(caller: Pick<Caller, 'profileId'>): Promise<void>;
  /** Briefs for lists, without unknown ids. Does not check visibility. */
  reducedBriefs(ids: readonly string[]): Promise<Map<string, ReducedBrief>>;
  /** Briefs of broadcast senders, without unknown ids. Does not check visibility. */
  broadcasters(ids: readonly string[]): Promise<Map<string, Broadcaster>>;
  /** Details for list rows, without members hidden from the caller. */
  details(caller: Caller, ids: readonly string[]): Promise<ProfileDetail[]>;
  /** The members among the given ones whom the caller may see. */
  visible(caller: Caller, ids: readonly string[]): Promise<{ readonly id: string; readonly seen_ms: number }[]>;
  /** Problems: not-found for a profile that the caller cannot open, forbidden for `asAdmin` without the role. */
  find(caller: Caller, profileId: string, asAdmin: boolean): Promise<ShownProfile>;
  /**
   * Changes the given fields of the caller's profile. Nothing is stored if `onlyVersion` is not the current version, except that a change
   * that is repeated because its reply was lost succeeds.
   * Problems: public-name-missing, bad-birthdate, not-adult, not-your-picture, bad-request for a picture listed twice.
   */
  put(caller: Caller, change: ProfileChange, onlyVersion: number | null): Promise<ShownProfile & { readonly isStored: boolean }>;
  /** Removes or replaces a picture in the profile's lists, as part of a transaction. */
  replacePicture(tx: Tx, profileId: string, pictureId: string, replacementId: string | null): Promise<void>;
  /** Inserts a picture at its former index in a list. */
  restorePicture(tx: Tx, profileId: string, pictureId: string, place: { isPrivate: boolean; at: number }): Promise<void>;
  /** Empties a withheld text. When it is shown again, it is restored unless the owner has written a new one. */
  readonly textWithholding: {
    withhold(profileId: string, keep: (tx: Tx, text: string) => Promise<void>): Promise<void>;
    show(profileId: string, text: string): Promise<void>;
  };
  /** The public name; empty for an unknown profile. */
  nameOf(profileId: string): Promise<string>;
}

export interface PictureAccess {
  /** Called for a viewer who has switched private pictures on and is not hidden from the owner. */
  mayView(ownerId: string, viewerId: string): Promise<boolean>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly pictureAccess: PictureAccess;
  readonly visits: Pick<Visits, 'lastSeenFor'>;
}

export function createProfilesService(world: World, { visibility, pictureAccess, visits }: Dependencies): ProfilesService {
  const store = createProfilesStore(world.db.read);
  const pointOf = (profileId: string) => world.nearby.get(profileId) ?? null;
  const asOwner = (caller: Caller, profile: StoredProfile): Viewer => ({
    kind: 'owner',
    roles: caller.roles,
    point: pointOf(caller.profileId),
    lastSeenMs: visits.lastSeenFor(caller.profileId, profile),
  });
  const shown = (viewer: Viewer, profile: StoredProfile): ShownProfile => ({
    profile: profileFor(viewer, profile, world.clock.now()),
    version: viewer.kind === 'owner' ? profile.version : null,
  });
  const cachedIdentity = createProfileCache(world.bus, async (profileId) => {
    const profile = await store.find(profileId);
    return profile && { name: profile.profilename, birthdate: profile.birthdate };
  });
  async function isComplete(profileId: string): Promise<boolean> {
    const { name = '', birthdate = null } = (await cachedIdentity(profileId)) ?? {};
    return name !== '' && birthdate !== null && isAdult(birthdate, world.clock.now());
  }

  const isReachable = <P extends ProfileIdentity>(viewerId: string, profile: P | null): profile is P =>
    profile !== null &&
    (viewerId === profile.id || (profile.profilename !== '' && !visibility.isBlockedBy(viewerId, profile.id)));

  const shownOf = async (caller: Caller, ids: readonly string[]) =>
    (await store.findAll(ids)).filter(
      (profile) => isReachable(caller.profileId, profile) && !visibility.isHidden(caller.profileId, profile.id),
    );

  async function viewerOf(caller: Caller, profile: StoredProfile, asAdmin: boolean): Promise<Viewer> {
    if (caller.profileId === profile.id) return asOwner(caller, profile);
    const lastSeenMs = visits.lastSeenFor(caller.profileId, profile);
    if (asAdmin) return { kind: 'admin', roles: await store.rolesOf(profile.account_id), lastSeenMs };
    if (visibility.isHidden(caller.profileId, profile.id)) return { kind: 'blocker' };
    const wantsPrivate = caller.showNsfw && profile.picIdsPrivate.length > 0;
    const showsPrivatePictures = wantsPrivate && (await pictureAccess.mayView(profile.id, caller.profileId));
    return { kind: 'member', showsPrivatePictures, point: pointOf(profile.id), lastSeenMs };
  }

  /** Changes a profile that was read in the same transaction. */
  function applyChange(tx: Tx, before: StoredProfile, fields: ProfileFields): Promise<StoredProfile> {
    const nowMs = world.clock.now();
    publishAfter(world, tx, { type: 'profileChanged', profileId: before.id });
    publishAfter(world, tx, { type: 'deliver', profileId: before.id, event: { type: 'profile' } });
    return createProfilesStore(tx).change(before.id, fields, {
      nowMs,
      isVisible: isVisibleChange(before, { ...before, ...fields }, nowMs),
    });
  }

  return {
    async isVisible(viewerId, profileId) {
      // The same statement even for a blocked viewer, so that the time of the reply does not disclose the block.
      return viewerId === profileId || isReachable(viewerId, await store.identity(profileId));
    },

    isComplete,
    async requireProfile({ profileId }) {
      if (!(await isComplete(profileId))) throw problem('needs-profile');
    },

    reducedBriefs: (ids) => store.reducedBriefs(ids),

    async broadcasters(ids) {
      const [briefs, birthdates] = await Promise.all([store.reducedBriefs(ids), store.birthdates(ids)]);
      const nowMs = world.clock.now();
      const withAge = ([id, brief]: [string, ReducedBrief]) =>
        [id, { ...brief, profileAge: shownAge(birthdates.get(id) ?? null, nowMs) }] as const;
      return new Map([...briefs].map(withAge));
    },

    async details(caller, ids) {
      return (await shownOf(caller, ids)).map((profile) => detailOf(profile, visits.lastSeenFor(caller.profileId, profile)));
    },

    visible: shownOf,

    async find(caller, profileId, asAdmin) {
      if (asAdmin && !(await store.rolesOf(caller.accountId)).includes('ADMIN')) throw problem('forbidden');
      // A profile that is not shown takes as long as one that does not exist.
      const profile = await store.find(profileId, (found) => asAdmin || isReachable(caller.profileId, found));
      if (profile === null) throw problem('not-found');
      return shown(await viewerOf(caller, profile, asAdmin), profile);
    },

    async put(caller, change, onlyVersion) {
      const { profileId } = caller;
      const nowMs = world.clock.now();
      const fields = checkedFields(change, nowMs);
      const named = [...(change.profilePicIds ?? []), ...(change.profilePicIdsPrivate ?? [])];

      const { profile, isStored } = await world.db.write(async (tx) => {
        await world.db.lock(tx, `profile:${profileId}`);
        const profiles = createProfilesStore(tx);
        const before = await profiles.find(profileId);
        if (before === null) throw problem('not-found');
        const after = { ...before, ...fields };
        if (after.profilename === '') throw problem('public-name-missing');
        const pictureIds = [...after.picIds, ...after.picIdsPrivate];
        if (new Set(pictureIds).size < pictureIds.length)
          throw problem('bad-request', { message: 'A picture can be listed only once.' });
        if (isDeepStrictEqual(after, before)) {
          publishAfter(world, tx, { type: 'foundStored' });
          return { profile: before, isStored: true };
        }
        if (onlyVersion !== null && before.version !== onlyVersion) return { profile: before, isStored: false };
        if ((await profiles.countOwnPictures(profileId, named)) < named.length) throw problem('not-your-picture');
        const changed = await applyChange(tx, before, fields);
        // After the first private picture, the app asks the member who may see them.
        if (before.picIdsPrivate.length === 0 && after.picIdsPrivate.length > 0)
          publishAfter(world, tx, { type: 'deliver', profileId, event: { type: 'settings' } });
        return { profile: changed, isStored: true };
      });
      return { ...shown(asOwner(caller, profile), profile), isStored };
    },

    async replacePicture(tx, profileId, pictureId, replacementId) {
      await world.db.lock(tx, `profile:${profileId}`);
      const profile = await createProfilesStore(tx).find(profileId);
      if (profile === null) throw problem('not-found');
      const isNamed = profile.picIds.includes(pictureId) || profile.picIdsPrivate.includes(pictureId);
      if (!isNamed) return;
      const replaced = (ids: readonly string[]) =>
        ids.flatMap((id) => (id !== pictureId ? [id] : replacementId === null ? [] : [replacementId]));
      const lists = { picIds: replaced(profile.picIds), picIdsPrivate: replaced(profile.picIdsPrivate) };
      await applyChange(tx, profile, lists);
    },

    async restorePicture(tx, profileId, pictureId, { isPrivate, at }) {
      await world.db.lock(tx, `profile:${profileId}`);
      const profile = await createProfilesStore(tx).find(profileId);
      if (profile === null || [...profile.picIds, ...profile.picIdsPrivate].includes(pictureId)) return;
      const list = isPrivate ? 'picIdsPrivate' : 'picIds';
      await applyChange(tx, profile, { [list]: profile[list].toSpliced(at, 0, pictureId) });
    },

    textWithholding: {
      withhold: (profileId, keep) => setText(profileId, () => '', keep),
      show: (profileId, text) => setText(profileId, (now) => (now === '' ? text : now)),
    },

    nameOf: async (profileId) => (await store.reducedBriefs([profileId])).get(profileId)?.profileName ?? '',
  };

  /** Calls `keep` with the text from before the change. */
  async function setText(
    profileId: string,
    textFor: (now: string) => string,
    keep: (tx: Tx, before: string) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await world.db.write(async (tx) => {
      await world.db.lock(tx, `profile:${profileId}`);
      const profile = await createProfilesStore(tx).find(profileId);
      if (profile === null) return;
      const before = profile.description;
      const after = textFor(before);
      if (after === before) return;
      await applyChange(tx, profile, { description: after });
      await keep(tx, before);
    });
  }
}

/** The given fields as they are stored. Problems: bad-birthdate, not-adult. */
function checkedFields(change: ProfileChange, nowMs: number): ProfileFields {
  const { profilename, birthdate, height, weight, description, characteristics } = change;
  if (typeof birthdate === 'string') {
    if (ageOn(birthdate, nowMs) === null) throw problem('bad-birthdate');
    if (!isAdult(birthdate, nowMs)) throw problem('not-adult');
  }
  return {
    ...(profilename === undefined ? {} : { profilename }),
    ...(change.profilePicIds === undefined ? {} : { picIds: change.profilePicIds }),
    ...(change.profilePicIdsPrivate === undefined ? {} : { picIdsPrivate: change.profilePicIdsPrivate }),
    ...(birthdate === undefined ? {} : { birthdate }),
    ...(height === undefined ? {} : { height, height_cm: heightCmOf(height) }),
    ...(weight === undefined ? {} : { weight, weight_kg: weightKgOf(weight) }),
    ...(description === undefined ? {} : { description }),
    ...(characteristics === undefined ? {} : { characteristics: [...new Set(characteristics)] }),
  };
}
