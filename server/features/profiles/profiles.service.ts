// Profiles: who may see which, and the forms in which others see them.
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import type { World } from '../../world.ts';
import type { Blocks } from '../likes/blocks.service.ts';
import { createProfilesStore } from './profiles.store.ts';

export interface ProfilesService {
  /** Whether the viewer may reach this profile by its id: it exists, has a public name, and does not block him. */
  isVisible(viewerId: string, profileId: string): Promise<boolean>;
  /** What lists carry of profiles; unknown ids are left out. Who may see them is the caller's to ask. */
  reducedBriefs(ids: readonly string[]): Promise<Map<string, ReducedBrief>>;
}

export function createProfilesService(world: World, { blocks }: { blocks: Blocks }): ProfilesService {
  const store = createProfilesStore(world.db.read);
  return {
    async isVisible(viewerId, profileId) {
      if (viewerId === profileId) return true;
      if (blocks.isBlockedBy(viewerId, profileId)) return false;
      const profile = await store.find(profileId);
      return profile !== null && profile.profilename !== '';
    },
    reducedBriefs: (ids) => store.reducedBriefs(ids),
  };
}
