// Applies decisions to items: withholds them from other members or shows them again.
import type { ItemKind } from '#shared/rules/arbitration.ts';
import type { World } from '#server/world.ts';
import { createWithheldStore, type Withheld } from './withheld.store.ts';

/** Each feature implements this for its items. Both methods may be called again after a crash, so they must be idempotent. */
interface Withholding {
  /** Returns the state that `show` needs. Empty for a deleted item. */
  withhold(id: string): Promise<string>;
  /** `state` is empty if withholding was not finished. */
  show(id: string, state: string): Promise<void>;
}

export type Withholders = Readonly<Record<ItemKind, Withholding>>;

/** An error with one item does not stop the others. */
export async function applyWithheld(world: World, withholders: Withholders): Promise<void> {
  const { db, log } = world;
  for (const row of await createWithheldStore(db.read).pending()) {
    try {
      await applyOne(row);
    } catch (error) {
      log.error({ err: error, kind: row.kind }, 'a decision could not be applied');
    }
  }

  async function applyOne(row: Withheld): Promise<void> {
    const withholder = withholders[row.kind];
    if (row.state === 'wanted') {
      const kept = await withholder.withhold(row.item_id);
      await db.write((tx) => createWithheldStore(tx).done(row, kept));
    } else {
      await withholder.show(row.item_id, row.kept);
      await db.write((tx) => createWithheldStore(tx).remove(row));
    }
  }
}
