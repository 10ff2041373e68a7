// Checks that a database is whole, that every picture in it has files, and that the ledger is unchanged.
import path from 'node:path';
import { migrations } from '#server/db/migrations/index.ts';
import { databaseTroubles, storedPictureIds } from '#server/db/integrity.ts';
import { openDatabase } from '#server/db/open.ts';
import { verifyLedger } from '#server/features/reports/ledger.service.ts';
import { diskPictureFiles } from '#server/outside/picture-files.ts';
import { picturesName } from './names.ts';

export interface Integrity {
  readonly pictures: number;
  readonly ledgerRows: number;
  /** A sentence for each trouble. */
  readonly troubles: readonly string[];
}

export async function checkIntegrity({
  dataDir,
  databaseUrl,
}: {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}): Promise<Integrity> {
  const db = await openDatabase({ dataDir, databaseUrl: databaseUrl ?? undefined, migrations });
  try {
    const stored = new Set<string>();
    for await (const id of diskPictureFiles(path.join(dataDir, picturesName)).list()) stored.add(id);
    const pictureIds = await storedPictureIds(db);
    const missing = pictureIds.filter((id) => !stored.has(id));
    const ledger = await verifyLedger(db);
    return {
      pictures: pictureIds.length,
      ledgerRows: ledger.rows,
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
