// Changes whether a member takes part in Cooties and welcome. It is stored with the consents to games.
import { partKinds, type PartKind } from '#shared/rules/games.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import { createConsentsStore } from './consents.store.ts';

export interface Participation {
  of(profileId: string): Promise<ReadonlySet<PartKind>>;
  /** False if nothing changed. */
  set(tx: Tx, profileId: string, kind: PartKind, takesPart: boolean): Promise<boolean>;
}

export const createParticipation = ({ clock, db, ids }: Pick<World, 'clock' | 'db' | 'ids'>): Participation => ({
  async of(profileId) {
    const kinds = await createConsentsStore(db.read).of(profileId);
    return new Set(partKinds.filter((kind) => kinds.has(kind)));
  },

  set: (tx, profileId, kind, takesPart) =>
    takesPart
      ? createConsentsStore(tx).add({ profile_id: profileId, kind, draw: ids.fraction(), created_ms: clock.now() })
      : createConsentsStore(tx).remove(profileId, kind),
});
