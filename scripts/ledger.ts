// Verifies the ledger of decisions and accesses: npm run ledger -- verify [HEAD]
import { readConfig } from '#server/config.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { openDatabase } from '#server/db/open.ts';
import { verifyLedger } from '#server/features/reports/ledger.service.ts';

const usage =
  'npm run ledger -- verify [HEAD]\n\n' +
  'Walks the record from its first row and prints the head: the hash of its last row. Keep a head elsewhere, and give it later:\n' +
  'then a record that was cut off or written anew is found out too.';

const [command, wantedHead] = process.argv.slice(2);
if (command !== 'verify') {
  console.error(usage);
  process.exit(1);
}
const { dataDir, databaseUrl } = readConfig(process.env);
const db = await openDatabase({ dataDir, databaseUrl: databaseUrl ?? undefined, migrations });
try {
  const { rows, head, brokenAt, hasHead } = await verifyLedger(db, wantedHead);
  if (brokenAt !== null) throw new Error(`Row ${brokenAt} does not follow from those before it: the record was changed.`);
  if (!hasHead) throw new Error(`Nowhere in the ${rows} rows is the head ${wantedHead}: the record was cut off or written anew.`);
  console.log(`${rows} rows, each follows from those before it. Head: ${head}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.close();
}
