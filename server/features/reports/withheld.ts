// Applies decisions to items: withholds them from other members or shows them again.
import type { ItemKind } from '#shared/rules/arbitration.ts';
import type { Tx } from '#server/db/open.ts';
import { eachDespiteErrors } from '#server/jobs/each-despite-errors.ts';
import type { World } from '#server/world.ts';
import { createWithheldStore, type Withheld } from './withheld.store.ts';

type Keep = (tx: Tx, kept: string) => Promise<void>;

/** Each feature implements this for its items. Both methods may be called again after a crash, so they must be idempotent. */
interface Withholding {
  /**
   * If something was shown, it calls `keep` with what `show` needs, in the transaction that hides it. A repeated call finds nothing to
   * hide and keeps nothing, so what the first one kept remains.
   */
  withhold(id: string, keep: Keep): Promise<void>;
  /** `kept` is empty if nothing was hidden. */
  show(id: string, kept: string): Promise<void>;
}

export type Withholders = Readonly<Record<ItemKind, Withholding>>;

export async function applyWithheld(world: World, withholders: Withholders): Promise<void> {
  const { db } = world;
  await eachDespiteErrors(world, 'decisions could not be applied', await createWithheldStore(db.read).pending(), applyOne);

  async function applyOne(row: Withheld): Promise<void> {
    const withholder = withholders[row.kind];
    if (row.state === 'wanted') {
      await withholder.withhold(row.item_id, (tx, kept) => createWithheldStore(tx).keep(row, kept));
      await db.write((tx) => createWithheldStore(tx).done(row));
    } else {
      await withholder.show(row.item_id, row.kept);
      await db.write((tx) => createWithheldStore(tx).remove(row));
    }
  }
}
