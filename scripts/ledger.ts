// Verifies the ledger of decisions and accesses: npm run ledger -- verify [HEAD]
import { readConfig } from '#server/config.ts';
import { openExistingDatabase } from '#server/db/existing-database.ts';
import { verifyLedger } from '#server/features/reports/ledger.service.ts';

const usage =
  'npm run ledger -- verify [HEAD]\n\n' +
  'Checks the ledger from its first row and prints the head: the hash of its last row. Store a head elsewhere and pass it later\n' +
  'to detect also a ledger that was truncated or rewritten.';

const [command, expectedHead] = process.argv.slice(2);
if (command !== 'verify') {
  console.error(usage);
  process.exit(1);
}
try {
  console.log(await verify());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Returns the length and the head. Throws what is wrong. */
async function verify(): Promise<string> {
  const db = await openExistingDatabase(readConfig(process.env));
  try {
    const { rows, head, brokenAt, hasHead } = await verifyLedger(db, expectedHead);
    if (brokenAt !== null) throw new Error(`Row ${brokenAt} does not follow from those before it: the ledger was changed.`);
    if (!hasHead)
      throw new Error(`None of the ${rows} rows has the head ${expectedHead}: the ledger was truncated or rewritten.`);
    return `${rows} rows, each follows from those before it. Head: ${head}`;
  } finally {
    await db.close();
  }
}
