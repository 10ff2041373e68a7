// Checks that a database is whole, that every picture in it is stored, and that the ledger is unchanged.
import type { Config } from '#server/config.ts';
import { openExistingDatabase } from '#server/db/existing-database.ts';
import { databaseProblems, storedPictureIds } from '#server/db/integrity.ts';
import { verifyLedger } from '#server/features/reports/ledger.service.ts';
import { readPictureFiles } from '#server/open-picture-files.ts';

export interface Integrity {
  readonly pictures: number;
  readonly ledgerRows: number;
  /** The ids of stored pictures that are not in the database. */
  readonly strays: readonly string[];
  /** A sentence for each problem. */
  readonly problems: readonly string[];
}

export async function checkIntegrity(settings: Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket'>): Promise<Integrity> {
  const db = await openExistingDatabase(settings);
  try {
    const stored = await storedIds(settings);
    const pictureIds = await storedPictureIds(db);
    const inDatabase = new Set(pictureIds);
    const missing = pictureIds.filter((id) => !stored.has(id));
    const ledger = await verifyLedger(db);
    return {
      pictures: pictureIds.length,
      ledgerRows: ledger.rows,
      strays: [...stored].filter((id) => !inDatabase.has(id)),
      problems: [
        ...(await databaseProblems(db)),
        ...missing.map((id) => `The picture ${id} has no files.`),
        ...(ledger.brokenAt === null ? [] : [`Row ${ledger.brokenAt} of the ledger does not follow from those before it.`]),
      ],
    };
  } finally {
    await db.close();
  }
}

async function storedIds(settings: Parameters<typeof readPictureFiles>[0]): Promise<ReadonlySet<string>> {
  const files = await readPictureFiles(settings);
  const ids = new Set<string>();
  try {
    for await (const id of files.list()) ids.add(id);
  } finally {
    files.close();
  }
  return ids;
}
