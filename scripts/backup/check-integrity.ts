// Checks that a database is whole, that every picture in it is stored with all its files, and that the ledger is unchanged.
import type { Config } from '#server/config.ts';
import { openExistingDatabase } from '#server/db/existing-database.ts';
import { databaseProblems, storedPictures } from '#server/db/integrity.ts';
import { verifyLedger } from '#server/features/reports/ledger.service.ts';
import { readPictureFiles } from '#server/open-picture-files.ts';
import { fileNameOf } from '#server/outside/picture-files.ts';
import { smallerWidths } from '#shared/rules/picture-sizes.ts';

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
    const stored = await storedFiles(settings);
    const pictures = await storedPictures(db);
    const inDatabase = new Set(pictures.map(({ id }) => id));
    const ledger = await verifyLedger(db);
    return {
      pictures: pictures.length,
      ledgerRows: ledger.rows,
      strays: [...stored.keys()].filter((id) => !inDatabase.has(id)),
      problems: [
        ...(await databaseProblems(db)),
        ...pictures.flatMap(({ id, width }) => fileProblem(id, width, stored.get(id) ?? new Set())),
        ...(ledger.brokenAt === null ? [] : [`Row ${ledger.brokenAt} of the ledger does not follow from those before it.`]),
      ],
    };
  } finally {
    await db.close();
  }
}

/** The names of the files of each picture by its id. */
async function storedFiles(settings: Parameters<typeof readPictureFiles>[0]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const files = await readPictureFiles(settings);
  const stored = new Map<string, Set<string>>();
  try {
    for await (const { id, name } of files.listFiles()) stored.set(id, (stored.get(id) ?? new Set()).add(name));
  } finally {
    files.close();
  }
  return stored;
}

/** AVIF files are made again when they are missing. */
function fileProblem(id: string, widthPx: number, names: ReadonlySet<string>): string[] {
  const needed = (['original', ...smallerWidths(widthPx)] as const).map((variant) => fileNameOf(variant, 'webp'));
  const missing = needed.filter((name) => !names.has(name));
  if (missing.length === 0) return [];
  return [
    missing.length === needed.length ? `The picture ${id} has no files.` : `The picture ${id} lacks ${missing.join(', ')}.`,
  ];
}
