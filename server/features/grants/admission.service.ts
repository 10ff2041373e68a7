// The check of who may see a member's private pictures: everyone who wants to see such, or those with whom they are shared.
import type { Preferences } from '#shared/contract/settings.ts';
import type { World } from '#server/world.ts';
import type { Admission } from '#server/features/profiles/profiles.service.ts';
import { createGrantsStore } from './grants.store.ts';

interface Needs {
  readonly preferencesOf: (profileId: string) => Promise<Preferences>;
  /** Whether the member is connected: then what they looked at may still be on one of their screens. */
  readonly isOnline: (profileId: string) => boolean;
}

/** Who asks is connected soon. */
const connectingMs = 2 * 60_000;
/** Owners whose viewers are remembered at once; forgetting some only makes their open screens wait until they ask again. */
const ownersMost = 10_000;

export function createAdmission(world: World, { preferencesOf, isOnline }: Needs): Admission {
  const { bus, clock } = world;
  const store = createGrantsStore(world.db.read);
  /** For each owner the viewers of their private pictures, or who asked for them, and when: while they are connected. */
  const looking = new Map<string, Map<string, number>>();

  function remember(ownerId: string, viewerId: string): void {
    const nowMs = clock.now();
    const viewers = looking.get(ownerId) ?? new Map<string, number>();
    for (const [viewer, atMs] of viewers) if (nowMs - atMs > connectingMs && !isOnline(viewer)) viewers.delete(viewer);
    viewers.set(viewerId, nowMs);
    looking.delete(ownerId);
    looking.set(ownerId, viewers);
    if (looking.size > ownersMost) looking.delete(looking.keys().next().value ?? '');
  }

  bus.on('settingsChanged', ({ profileId, privatePictures }) => {
    if (privatePictures === undefined) return;
    for (const viewerId of looking.get(profileId)?.keys() ?? [])
      bus.publish({ type: 'deliver', profileId: viewerId, event: { type: 'privatePictures', profileId } });
  });
  // Neither of the two may receive the other's choices any more.
  bus.on('blockChanged', ({ blockerId, blockedId }) => {
    looking.get(blockerId)?.delete(blockedId);
    looking.get(blockedId)?.delete(blockerId);
  });
  bus.on('profileDeleted', ({ profileId }) => looking.delete(profileId));

  return {
    async admits(ownerId, viewerId) {
      remember(ownerId, viewerId);
      if ((await preferencesOf(ownerId)).privatePictures === 'everyone') return true;
      return (await store.find(ownerId, viewerId, clock.now())) !== null;
    },
  };
}
