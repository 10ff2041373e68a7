// Stores the epochs of a database, one for each run of the server, and the key of cursors.
import type { Db } from './open.ts';
import { createSecretsStore } from './secrets.ts';

/** Begins an epoch with the id `current`. `ends` has for each epoch the first sequence number of the next one. */
export async function beginEpoch(db: Db, current: string, freshKey: string) {
  return db.write(async (tx) => {
    const first_revision = await db.nextSequence(tx);
    await tx.insertInto('epochs').values({ id: current, first_revision }).execute();
    const epochs = await tx.selectFrom('epochs').selectAll().orderBy('first_revision').execute();
    const key = await createSecretsStore(tx).findOrStore('cursors', freshKey);
    const endOf = (place: number) => epochs[place + 1]?.first_revision ?? Number.POSITIVE_INFINITY;
    return { key, current, ends: new Map(epochs.map(({ id }, place) => [id, endOf(place)])) };
  });
}
