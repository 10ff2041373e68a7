// Copies the database of DATA_DIR to a file, also while the server runs: node scripts/backup.ts path/to/copy.sqlite
import { backupSqlite } from '#server/db/sqlite-backup.ts';
import { databaseFile } from '#server/db/sqlite.ts';

const [to, ...rest] = process.argv.slice(2);
if (!to || rest.length > 0) {
  console.error('Usage: DATA_DIR=./data node scripts/backup.ts path/to/copy.sqlite');
  process.exit(2);
}
if (process.env.DATABASE_URL) {
  console.error('DATABASE_URL is set: a PostgreSQL database is backed up with pg_dump.');
  process.exit(2);
}

const from = databaseFile(process.env.DATA_DIR || './data');
try {
  await backupSqlite(from, to);
  console.log(`${from} is copied to ${to}, complete and checked.`);
} catch (error) {
  console.error(`No backup was made of ${from}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
