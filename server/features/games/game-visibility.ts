// Rules for showing members to players in games.
import type { Preferences } from '#shared/contract/settings.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';

interface Needs {
  readonly visibility: Visibility;
  readonly profiles: Pick<ProfilesService, 'isComplete' | 'isVisible'>;
  readonly preferencesOf: (profileId: string) => Promise<Pick<Preferences, 'hide'>>;
}

export interface GameVisibility {
  /** False for a hidden or deleted member. */
  isVisible(viewerId: string, profileId: string): Promise<boolean>;
  /** False also for a member with the setting "hide", or without a birthdate. */
  isShown(viewerId: string, profileId: string): Promise<boolean>;
  /** Filters rows by their owners. */
  shown<Row>(viewerId: string, rows: readonly Row[], ownerOf: (row: Row) => string): Promise<Row[]>;
}

export function createGameVisibility({ visibility, profiles, preferencesOf }: Needs): GameVisibility {
  const isVisible = async (viewerId: string, profileId: string) =>
    !visibility.isHidden(viewerId, profileId) && (await profiles.isVisible(viewerId, profileId));
  const isShown = async (viewerId: string, profileId: string) =>
    (await isVisible(viewerId, profileId)) && (await profiles.isComplete(profileId)) && !(await preferencesOf(profileId)).hide;

  return {
    isVisible,
    isShown,
    async shown(viewerId, rows, ownerOf) {
      const owners = [...new Set(rows.map(ownerOf))];
      const answers = await Promise.all(owners.map(async (owner) => [owner, await isShown(viewerId, owner)] as const));
      const isOwnerShown = new Map(answers);
      return rows.filter((row) => isOwnerShown.get(ownerOf(row)) === true);
    },
  };
}
