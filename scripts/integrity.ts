// Checks the data of a server: npm run integrity
import { readConfig } from '#server/config.ts';
import { checkIntegrity } from './backup/check-integrity.ts';

try {
  const { pictures, ledgerRows, strays, problems } = await checkIntegrity(readConfig(process.env));
  if (strays.length > 0) console.log(`Stored without being in the database; the server removes them:\n  ${strays.join('\n  ')}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(
    `The database is whole, the files of all ${pictures} pictures exist, and the ${ledgerRows} rows of the ledger are unchanged.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
