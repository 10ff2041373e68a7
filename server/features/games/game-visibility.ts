// Decides which members games may show to a player.
import type { Preferences } from '#shared/contract/settings.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';

interface Dependencies {
  readonly visibility: Visibility;
  readonly profiles: Pick<ProfilesService, 'isComplete' | 'isVisible'>;
  readonly preferencesOf: (profileId: string) => Promise<Pick<Preferences, 'hide'>>;
}

export interface GameVisibility {
  /** Ask this before anything else is read about the member, so that the time of the answer does not disclose a block. */
  isHiddenFrom(viewerId: string): (profileId: string) => boolean;
  /**
   * False for a member who is deleted or suspended, or blocks the viewer. The viewer's own blocks do not count: with them, a
   * viewer could find out who proposed or wrote something by blocking one member after the other.
   */
  existsFor(viewerId: string, profileId: string): Promise<boolean>;
  /** False for a member who is deleted, hides on the map, or has no birthdate. Ask `isHiddenFrom` first. */
  isListed(profileId: string): Promise<boolean>;
  /** Both together: not hidden, and listed. */
  isShown(viewerId: string, profileId: string): Promise<boolean>;
  /** The rows whose owners are listed. Ask `isHiddenFrom` first. */
  listed<Row>(rows: readonly Row[], ownerOf: (row: Row) => string): Promise<Row[]>;
  /** The rows whose owners are shown to the viewer. */
  shown<Row>(viewerId: string, rows: readonly Row[], ownerOf: (row: Row) => string): Promise<Row[]>;
}

export function createGameVisibility({ visibility, profiles, preferencesOf }: Dependencies): GameVisibility {
  const isListed = async (profileId: string) => (await profiles.isComplete(profileId)) && !(await preferencesOf(profileId)).hide;
  const isShown = async (viewerId: string, profileId: string) =>
    !visibility.isHidden(viewerId, profileId) && (await isListed(profileId));

  async function filtered<Row>(rows: readonly Row[], ownerOf: (row: Row) => string, isKept: (owner: string) => Promise<boolean>) {
    const owners = [...new Set(rows.map(ownerOf))];
    const answers = await Promise.all(owners.map(async (owner) => [owner, await isKept(owner)] as const));
    const isOwnerKept = new Map(answers);
    return rows.filter((row) => isOwnerKept.get(ownerOf(row)) === true);
  }

  return {
    isHiddenFrom: (viewerId) => (profileId) => visibility.isHidden(viewerId, profileId),
    existsFor: async (viewerId, profileId) =>
      !visibility.isBlockedBy(viewerId, profileId) && (await profiles.isComplete(profileId)),
    isListed,
    isShown,
    listed: (rows, ownerOf) => filtered(rows, ownerOf, isListed),
    shown: (viewerId, rows, ownerOf) => filtered(rows, ownerOf, (owner) => isShown(viewerId, owner)),
  };
}
