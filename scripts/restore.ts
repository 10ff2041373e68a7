// Restores a backup while the server is stopped: npm run restore -- BACKUP
import { readConfig } from '#server/config.ts';
import { PartlyRestored, restoreBackup } from './backup/restore-backup.ts';

const [from, ...rest] = process.argv.slice(2);
if (!from || rest.length > 0) {
  console.error(
    'npm run restore -- BACKUP\n\nBACKUP is a folder that "npm run backup" has made, such as backups/2026-11-25T064500Z.',
  );
  process.exit(2);
}
try {
  const kept = await restoreBackup(readConfig(process.env), from, Date.now());
  console.log(`${from} is restored.${kept === null ? '' : ` The previous pictures and keys are kept in ${kept}.`}`);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof PartlyRestored ? message : `The backup was not restored: ${message}`);
  process.exitCode = 1;
}
