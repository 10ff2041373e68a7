// Backs up the database, the pictures and the push keys while the server runs: npm run backup -- FOLDER [DAYS]
import { readConfig } from '#server/config.ts';
import { longestKeptDays, CompleteWithErrors, makeBackup } from './backup/make-backup.ts';

const [folder, days = String(longestKeptDays), ...rest] = process.argv.slice(2);
const keptDays = Number(days);
if (!folder || folder.startsWith('-') || rest.length > 0 || !(keptDays >= 1 && keptDays <= longestKeptDays)) {
  console.error(
    `npm run backup -- FOLDER [DAYS]\n\nMakes a backup inside FOLDER, and deletes backups there that are older than DAYS: 1 to ${longestKeptDays}, ${longestKeptDays} unless given.`,
  );
  process.exit(2);
}
try {
  const config = readConfig(process.env);
  const made = await makeBackup(config, { folder, keptDays, nowMs: Date.now() });
  console.log(`${made} is complete. Backups older than ${keptDays} days are deleted.`);
  if (config.pictureBucket !== null)
    console.log(`The pictures are not in it: keep deleted ones for ${longestKeptDays} days as older versions in the bucket.`);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof CompleteWithErrors ? message : `No backup was made: ${message}`);
  process.exitCode = 1;
}
