// Stores the server's secrets, such as keys, so that they outlast a restart and all processes have the same.
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export function createSecretsStore(db: Kysely<Schema>) {
  const byName = (name: string) => db.selectFrom('secrets').select('value').where('name', '=', name);

  return {
    async find(name: string): Promise<string | null> {
      return (await byName(name).executeTakeFirst())?.value ?? null;
    },

    /** The stored secret of this name. If there is none, `fresh` is stored, unless another process is faster. */
    async findOrStore(name: string, fresh: string): Promise<string> {
      const stored = await byName(name).executeTakeFirst();
      if (stored !== undefined) return stored.value;
      await db
        .insertInto('secrets')
        .values({ name, value: fresh })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await byName(name).executeTakeFirstOrThrow()).value;
    },

    async replace(name: string, value: string): Promise<void> {
      await db.updateTable('secrets').set({ value }).where('name', '=', name).execute();
    },
  };
}
