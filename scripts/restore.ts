// Restores a backup while the server is stopped: npm run restore -- BACKUP
import { readConfig } from '#server/config.ts';
import { PartlyRestored, restoreBackup } from './backup/restore-backup.ts';

const [from, ...rest] = process.argv.slice(2);
if (!from || from.startsWith('-') || rest.length > 0) {
  console.error(
    'npm run restore -- BACKUP\n\nBACKUP is a folder that "npm run backup" has made, such as backups/2026-11-25T064500Z.',
  );
  process.exit(2);
}
try {
  const config = readConfig(process.env);
  const kept = await restoreBackup(config, from, Date.now());
  const place = config.databaseUrl === null ? config.dataDir : `the database of DATABASE_URL and in ${config.dataDir}`;
  console.log(`${from} is restored in ${place}.`);
  if (kept !== null)
    console.log(`What it replaced is kept in ${kept}. It contains members' data: delete it when you do not need it.`);
  console.log('All members have to log in again, since sessions that have ended after the backup must stay ended.');
  if (config.pictureBucket !== null)
    console.log(
      'The pictures in the bucket are as before. "npm run integrity" lists those to bring back from its older versions.',
    );
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof PartlyRestored ? message : `The backup was not restored: ${message}`);
  process.exitCode = 1;
}
