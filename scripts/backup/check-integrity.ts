// Checks that a database is whole, that every picture in it is stored, and that the ledger is unchanged.
import type { Config } from '#server/config.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { databaseTroubles, storedPictureIds } from '#server/db/integrity.ts';
import { openDatabase } from '#server/db/open.ts';
import { verifyLedger } from '#server/features/reports/ledger.service.ts';
import { readPictureFiles } from '#server/open-picture-files.ts';

export interface Integrity {
  readonly pictures: number;
  readonly ledgerRows: number;
  /** The ids of stored pictures that are not in the database. */
  readonly strays: readonly string[];
  /** A sentence for each trouble. */
  readonly troubles: readonly string[];
}

export async function checkIntegrity(settings: Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket'>): Promise<Integrity> {
  const { dataDir, databaseUrl } = settings;
  const files = await readPictureFiles(settings);
  const stored = new Set<string>();
  try {
    for await (const id of files.list()) stored.add(id);
  } finally {
    files.close();
  }
  const db = await openDatabase({ dataDir, databaseUrl: databaseUrl ?? undefined, migrations });
  try {
    const pictureIds = await storedPictureIds(db);
    const inDatabase = new Set(pictureIds);
    const missing = pictureIds.filter((id) => !stored.has(id));
    const ledger = await verifyLedger(db);
    return {
      pictures: pictureIds.length,
      ledgerRows: ledger.rows,
      strays: [...stored].filter((id) => !inDatabase.has(id)),
      troubles: [
        ...(await databaseTroubles(db)),
        ...missing.map((id) => `The picture ${id} has no files.`),
        ...(ledger.brokenAt === null ? [] : [`Row ${ledger.brokenAt} of the ledger does not follow from those before it.`]),
      ],
    };
  } finally {
    await db.close();
  }
}
