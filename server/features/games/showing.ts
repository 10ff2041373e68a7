// Whom a game may show to whom: the rules that hold everywhere, asked once for all games.
import type { Preferences } from '#shared/contract/settings.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';

export interface ShowingNeeds {
  readonly visibility: Visibility;
  readonly profiles: Pick<ProfilesService, 'isVisible'>;
  readonly preferencesOf: (profileId: string) => Promise<Pick<Preferences, 'hide'>>;
}

export interface Showing {
  /** Whether the member is there for the viewer at all. */
  isThere(viewerId: string, profileId: string): Promise<boolean>;
  /** Whether a game may show something of the member: he is there, and does not hide. */
  isShown(viewerId: string, profileId: string): Promise<boolean>;
  /** The same for many rows, each looked at once. */
  shown<Row>(viewerId: string, rows: readonly Row[], ownerOf: (row: Row) => string): Promise<Row[]>;
}

export function createShowing({ visibility, profiles, preferencesOf }: ShowingNeeds): Showing {
  const isThere = async (viewerId: string, profileId: string) =>
    !visibility.isHidden(viewerId, profileId) && (await profiles.isVisible(viewerId, profileId));
  const isShown = async (viewerId: string, profileId: string) =>
    (await isThere(viewerId, profileId)) && !(await preferencesOf(profileId)).hide;

  return {
    isThere,
    isShown,
    async shown(viewerId, rows, ownerOf) {
      const owners = [...new Set(rows.map(ownerOf))];
      const answers = await Promise.all(owners.map(async (owner) => [owner, await isShown(viewerId, owner)] as const));
      const isOpen = new Map(answers);
      return rows.filter((row) => isOpen.get(ownerOf(row)) === true);
    },
  };
}
