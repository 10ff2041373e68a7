// Decides who can see private pictures: nobody, members with a grant, or everybody, as their owner chose.
import type { Preferences } from '#shared/contract/settings.ts';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import type { World } from '#server/world.ts';
import type { PictureAccess } from '#server/features/profiles/profiles.service.ts';
import { createGrantsStore } from './grants.store.ts';

interface Dependencies {
  readonly preferencesOf: (profileId: string) => Promise<Preferences>;
  readonly isOnline: (profileId: string) => boolean;
}

/** After an HTTP request, a member's socket is expected to be connected within this time. */
const connectingMs = 2 * minuteMs;
/** A member who may be connected to another process is stored for this time. Screens ask again when they are looked at. */
const elsewhereMs = hourMs;
/** The viewers of at most this many owners are stored. Open screens that show pictures of other owners are not updated. */
const maxOwners = 10_000;

export function createPictureAccess(world: World, { preferencesOf, isOnline }: Dependencies): PictureAccess {
  const { bus, changes, clock } = world;
  const store = createGrantsStore(world.db.read);
  const storedMs = changes.lease === null ? connectingMs : elsewhereMs;
  /** The recent or connected viewers of each owner, with the time of their last request. */
  const viewersOf = new BoundedMap<string, Map<string, number>>(maxOwners);

  function remember(ownerId: string, viewerId: string): void {
    const nowMs = clock.now();
    const viewers = viewersOf.get(ownerId) ?? new Map<string, number>();
    for (const [viewer, atMs] of viewers) if (nowMs - atMs > storedMs && !isOnline(viewer)) viewers.delete(viewer);
    viewers.set(viewerId, nowMs);
    viewersOf.set(ownerId, viewers);
  }

  // Viewers for whom nothing changes do not learn that there are private pictures, or that their owner shares them with others.
  bus.on('settingsChanged', async ({ profileId, privatePictures: change }) => {
    const viewers = viewersOf.get(profileId);
    if (change === undefined || viewers === undefined) return;
    const granted = new Set((await store.of(profileId, clock.now())).map(({ viewer_id }) => viewer_id));
    const event = { type: 'privatePictures', profileId } as const;
    for (const viewerId of viewers.keys()) {
      const admits = (audience: Preferences['privatePictures']) =>
        audience === 'everyone' || (audience === 'granted' && granted.has(viewerId));
      if (admits(change.before) !== admits(change.now))
        changes.publish({ type: 'deliver', profileId: viewerId, aboutProfileId: profileId, event });
    }
  });
  // Neither of the two may receive events about the other from now on.
  bus.on('blockChanged', ({ blockerId, blockedId }) => {
    viewersOf.get(blockerId)?.delete(blockedId);
    viewersOf.get(blockedId)?.delete(blockerId);
  });
  bus.on('profileDeleted', ({ profileId }) => viewersOf.delete(profileId));

  return {
    async mayView(ownerId, viewerId) {
      remember(ownerId, viewerId);
      const { privatePictures } = await preferencesOf(ownerId);
      if (privatePictures === 'everyone') return true;
      return privatePictures === 'granted' && (await store.find(ownerId, viewerId, clock.now())) !== null;
    },
  };
}
