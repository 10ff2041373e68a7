// Stores the epochs of a database, and the key of cursors. An epoch lasts as long as any process uses the database.
import type { Db, Tx } from './open.ts';
import { createSecretsStore } from './secrets.ts';

export interface Epochs {
  readonly key: string;
  readonly current: () => string;
  /** The first sequence number after the epoch `id`. Infinity if no epoch follows it, and null if the database does not have it. */
  endOf(id: string): Promise<number | null>;
}

/**
 * Begins an epoch with an id from `newId` if no other process runs, since the database may then have been replaced by a backup. Stores
 * `newKey` as the key of cursors if there is none.
 */
export async function openEpochs(db: Db, newId: () => string, newKey: string): Promise<Epochs> {
  const key = await db.write((tx) => createSecretsStore(tx).findOrStore('cursors', newKey));
  /** The results of `endOf` for epochs that have ended. */
  const ends = new Map<string, number>();
  let current = '';
  await db.joinRunning(async (tx, isFirst) => {
    const latest = isFirst ? undefined : await latestIn(tx);
    current = latest ?? (await begin(db, tx, newId()));
    ends.clear();
  });

  return {
    key,
    current: () => current,
    async endOf(id) {
      if (id === current) return Number.POSITIVE_INFINITY;
      const known = ends.get(id);
      if (known !== undefined) return known;
      const epochs = await db.read.selectFrom('epochs').selectAll().orderBy('first_revision').execute();
      const place = epochs.findIndex((epoch) => epoch.id === id);
      if (place < 0) return null;
      const end = epochs[place + 1]?.first_revision;
      if (end !== undefined) ends.set(id, end);
      return end ?? Number.POSITIVE_INFINITY;
    },
  };
}

async function latestIn(tx: Tx): Promise<string | undefined> {
  const latest = tx.selectFrom('epochs').select('id').orderBy('first_revision', 'desc').limit(1);
  return (await latest.executeTakeFirst())?.id;
}

async function begin(db: Db, tx: Tx, id: string): Promise<string> {
  const first_revision = await db.nextSequence(tx);
  await tx.insertInto('epochs').values({ id, first_revision }).execute();
  return id;
}
