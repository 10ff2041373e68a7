// Insertion of rows that a test expects to be deleted later.
import type { Schema } from '#server/db/schema.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { World } from '#server/world.ts';

export interface Context {
  readonly world: World;
  readonly dataDir: string;
  /** Two members who do nothing. */
  readonly member: Member;
  readonly other: Member;
  readonly nowMs: number;
  readonly id: string;
}
export type Exists = (world: World) => Promise<boolean>;
export type Insertion = (context: Context) => Promise<Exists>;

export async function insert(world: World, table: keyof Schema, values: object): Promise<void> {
  await world.db.write((tx) =>
    tx
      .insertInto(table)
      .values(values as never)
      .execute(),
  );
}

/**
 * Inserts a row, which exists as long as a row with the values of `whereOf` is found. There, null stands for any value that is not
 * null.
 */
export const row =
  (table: keyof Schema, valuesOf: (context: Context) => object, whereOf: (context: Context) => object): Insertion =>
  async (context) => {
    await insert(context.world, table, valuesOf(context));
    const where = Object.entries(whereOf(context));
    return async ({ db }) => {
      let query = db.read.selectFrom(table as 'accounts').select((of) => of.fn.countAll<number | string>().as('count'));
      for (const [column, value] of where) query = query.where(column as 'id', value === null ? 'is not' : '=', value as string);
      return Number((await query.executeTakeFirstOrThrow()).count) > 0;
    };
  };

/** A kind of data, the longest time it is kept, and how a test inserts it. */
export type RetentionTime = readonly [what: string, lastsMs: number, insert: Insertion];
