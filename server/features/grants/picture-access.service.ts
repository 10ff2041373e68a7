// Access to private pictures: for everyone who wants to see them, or only for members they are shared with.
import type { Preferences } from '#shared/contract/settings.ts';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { World } from '#server/world.ts';
import type { PictureAccess } from '#server/features/profiles/profiles.service.ts';
import { createGrantsStore } from './grants.store.ts';

interface Needs {
  readonly preferencesOf: (profileId: string) => Promise<Preferences>;
  /** True while the member is connected: what they viewed may still be on one of their screens. */
  readonly isOnline: (profileId: string) => boolean;
}

/** A member who asks over HTTP connects within this time. */
const connectingMs = 2 * 60_000;
/** Owners whose viewers are remembered; the open screens of others are only updated when they ask again. */
const maxOwners = 10_000;

export function createPictureAccess(world: World, { preferencesOf, isOnline }: Needs): PictureAccess {
  const { bus, clock } = world;
  const store = createGrantsStore(world.db.read);
  /** By owner: the connected viewers who asked for their private pictures, with the time. */
  const viewersOf = new BoundedMap<string, Map<string, number>>(maxOwners);

  function remember(ownerId: string, viewerId: string): void {
    const nowMs = clock.now();
    const viewers = viewersOf.get(ownerId) ?? new Map<string, number>();
    for (const [viewer, atMs] of viewers) if (nowMs - atMs > connectingMs && !isOnline(viewer)) viewers.delete(viewer);
    viewers.set(viewerId, nowMs);
    viewersOf.set(ownerId, viewers);
  }

  bus.on('settingsChanged', ({ profileId, privatePictures }) => {
    if (privatePictures === undefined) return;
    for (const viewerId of viewersOf.get(profileId)?.keys() ?? [])
      bus.publish({ type: 'deliver', profileId: viewerId, event: { type: 'privatePictures', profileId } });
  });
  // From now on neither may receive the other's choices.
  bus.on('blockChanged', ({ blockerId, blockedId }) => {
    viewersOf.get(blockerId)?.delete(blockedId);
    viewersOf.get(blockedId)?.delete(blockerId);
  });
  bus.on('profileDeleted', ({ profileId }) => viewersOf.delete(profileId));

  return {
    async mayView(ownerId, viewerId) {
      remember(ownerId, viewerId);
      if ((await preferencesOf(ownerId)).privatePictures === 'everyone') return true;
      return (await store.find(ownerId, viewerId, clock.now())) !== null;
    },
  };
}
