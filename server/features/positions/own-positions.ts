// Keeps the positions of a single process, with all states in its memory.
import type { ScanKey } from '#server/db/scan.ts';
import type { StartProgress } from '#server/http/start-progress.ts';
import { createPublishedPositions } from '#server/nearby/published.ts';
import type { Shown, ShownChange } from '#server/nearby/shown.ts';
import type { World } from '#server/world.ts';
import type { PositionKeeper } from './position-keeper.ts';
import { createPositionsStore } from './positions.store.ts';

const loadPageSize = 500;
/** How many changes one transaction stores: a few milliseconds of work. */
const changedAtOnce = 100;

/** Loads all positions that have not expired. */
export async function openOwnPositions(world: World, progress: StartProgress): Promise<PositionKeeper> {
  const store = createPositionsStore(world.db.read);
  /** What others see of members whose position has changed since startup. */
  const shown = new Map<string, Shown>();
  const published = createPublishedPositions({
    nowMs: world.clock.now,
    random: world.ids.fraction,
    onLastRestored: (profileId, last) => last && shown.set(profileId, last),
  });

  /** Changes that others will see once they are stored, unless another change comes first. */
  const storing = new Map<string, ShownChange>();

  const apply = ({ profileId, shown: now }: ShownChange) => {
    storing.delete(profileId);
    if (now) shown.set(profileId, now);
    else shown.delete(profileId);
  };

  const scan = world.db.scanOf('positions.profile_id');
  for (let after: ScanKey | null = scan.start; after !== null;) {
    const { rows, next } = await store.page(scan, after, { nowMs: world.clock.now(), size: loadPageSize });
    for (const row of rows)
      published.restore({
        profileId: row.profile_id,
        cell: { i: row.cell_i, j: row.cell_j, side: row.cell_side },
        hide: row.is_hidden === 1,
        effectiveUntilMs: row.effective_until_ms,
      });
    await progress.advance(rows.length);
    after = next;
  }

  world.bus.on('profileDeleted', ({ profileId }) => {
    const change = published.forget(profileId);
    if (change) apply(change);
  });

  return {
    shownOf: (profileId) => shown.get(profileId) ?? published.restoredOf(profileId),
    cellOf: published.cellFor,
    exactOf: async (profileId) => published.exactOf(profileId),

    /** Hiding takes effect before the cell is stored, showing only afterwards. */
    async change(profileId, decide) {
      const decided = await decide();
      if (decided === null) return;
      const change = decided.apply(published);
      if (change?.shown) storing.set(profileId, change);
      /** The change of this call, or else that of an earlier call, which may not have been stored. */
      const later = change ?? storing.get(profileId);
      if (change && !change.shown) {
        apply(change);
        world.bus.publish({ type: 'positionChanged', profileId });
      }
      const cell = published.cellFor(profileId);
      await world.db.write(async (tx) => {
        const positions = createPositionsStore(tx);
        if (!cell) return positions.remove(profileId);
        const { i: cell_i, j: cell_j, side: cell_side } = cell;
        const updated_ms = world.clock.now();
        return positions.put({ profile_id: profileId, cell_i, cell_j, cell_side, updated_ms, ...decided.choices });
      });
      if (later && storing.get(profileId) === later) {
        apply(later);
        world.bus.publish({ type: 'positionChanged', profileId });
      }
    },

    async advance() {
      const changes = published.advance();
      if (changes.length === 0) return;
      changes.forEach(apply);
      const failures: unknown[] = [];
      for (let from = 0; from < changes.length; from += changedAtOnce) {
        const slice = changes.slice(from, from + changedAtOnce);
        const stored = world.db.write(async (tx) => {
          const positions = createPositionsStore(tx);
          for (const change of slice) {
            if (change.shown) await positions.setCell(change.profileId, change.shown.cell);
            else await positions.remove(change.profileId);
          }
        });
        await stored.catch((error: unknown) => failures.push(error));
        // Even if a change could not be stored, since it does not become due again.
        for (const { profileId } of slice) world.bus.publish({ type: 'positionChanged', profileId });
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
