// Participation in cooties and welcome, stored beside the consents of games and off until the member turns it on.
import { partKinds, type PartKind } from '#shared/rules/games.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import { createParticipationStore } from './participation.store.ts';

export interface Participation {
  of(profileId: string): Promise<ReadonlySet<PartKind>>;
  /** Inside a write. Returns whether that changed anything. */
  set(tx: Tx, profileId: string, kind: PartKind, takesPart: boolean): Promise<boolean>;
}

export const createParticipation = ({ clock, db, ids }: Pick<World, 'clock' | 'db' | 'ids'>): Participation => ({
  async of(profileId) {
    const kinds = await createParticipationStore(db.read).kindsOf(profileId);
    return new Set(partKinds.filter((kind) => kinds.includes(kind)));
  },

  set: (tx, profileId, kind, takesPart) =>
    takesPart
      ? createParticipationStore(tx).add({ profile_id: profileId, kind, draw: ids.fraction(), created_ms: clock.now() })
      : createParticipationStore(tx).remove(profileId, kind),
});
