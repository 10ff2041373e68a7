// What a member takes part in with others: kept beside the other consents of games, off until he says so himself.
import { partKinds, type PartKind } from '#shared/rules/games.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import { createPartsStore } from './parts.store.ts';

export interface Participation {
  of(profileId: string): Promise<ReadonlySet<PartKind>>;
  /** Inside a write; whether that changed anything. */
  set(tx: Tx, profileId: string, kind: PartKind, takesPart: boolean): Promise<boolean>;
}

export const createParticipation = ({ clock, db, ids }: Pick<World, 'clock' | 'db' | 'ids'>): Participation => ({
  async of(profileId) {
    const kinds = await createPartsStore(db.read).kindsOf(profileId);
    return new Set(partKinds.filter((kind) => kinds.includes(kind)));
  },

  set: (tx, profileId, kind, takesPart) =>
    takesPart
      ? createPartsStore(tx).add({ profile_id: profileId, kind, draw: ids.fraction(), created_ms: clock.now() })
      : createPartsStore(tx).remove(profileId, kind),
});
