// Withholds items from others or shows them again: pictures, messages, broadcasts, texts of profiles.
import type { ItemKind } from '#shared/rules/arbitration.ts';
import type { World } from '#server/world.ts';
import { createWithheldStore, type Withheld } from './withheld.store.ts';

/** Implemented by each feature for its items. Both must be idempotent, since a crash repeats them. */
interface Withholding {
  /** Returns what `show` needs to restore the item; empty for an item that is gone. */
  withhold(id: string): Promise<string>;
  /** `kept` is empty if withholding was not finished. */
  show(id: string, kept: string): Promise<void>;
}

export type Withholders = Readonly<Record<ItemKind, Withholding>>;

/** Applies all pending decisions; an error with one item does not stop the others. */
export async function applyWithheld(world: World, withholders: Withholders): Promise<void> {
  const { db, log } = world;
  for (const row of await createWithheldStore(db.read).pending()) {
    try {
      await applyOne(row);
    } catch (error) {
      log.error({ err: error, kind: row.kind }, 'a decision could not be carried out');
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
