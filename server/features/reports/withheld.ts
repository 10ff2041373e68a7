// Carries out that something is not shown to others, or is shown again: pictures, messages, words to the area, a profile's text.
import type { ItemKind } from '#shared/rules/arbitration.ts';
import type { World } from '#server/world.ts';
import { createWithheldStore, type Withheld } from './withheld.store.ts';

/** What each feature can do with a thing of its own. Each may be done twice, as after a crash in the middle of it. */
interface Withholding {
  /** Gives what it takes to show it again; nothing for a thing that is gone. */
  withhold(id: string): Promise<string>;
  /** `kept` is empty where withholding had not come so far. */
  show(id: string, kept: string): Promise<void>;
}

export type Withholders = Readonly<Record<ItemKind, Withholding>>;

/** Works off what was decided; a trouble with one thing keeps none of the others waiting. */
export async function carryOut(world: World, withholders: Withholders): Promise<void> {
  const { db, log } = world;
  for (const row of await createWithheldStore(db.read).toDo()) {
    try {
      await carryOutOne(row);
    } catch (error) {
      log.error({ err: error, kind: row.kind }, 'a decision could not be carried out');
    }
  }

  async function carryOutOne(row: Withheld): Promise<void> {
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
