// Restores a copy made by backup.ts as the database of DATA_DIR while the server is stopped: node scripts/restore.ts copy.sqlite
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { restoreSqlite } from '#server/db/sqlite-backup.ts';
import { databaseFile } from '#server/db/sqlite.ts';

const [from, ...rest] = process.argv.slice(2);
if (!from || rest.length > 0) {
  console.error('Usage: DATA_DIR=./data node scripts/restore.ts path/to/copy.sqlite');
  process.exit(2);
}
if (process.env.DATABASE_URL) {
  console.error('DATABASE_URL is set: a PostgreSQL database is restored with pg_restore or psql.');
  process.exit(2);
}

const to = databaseFile(process.env.DATA_DIR || './data');
try {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const kept = restoreSqlite(from, to);
  console.log(`${to} is restored from ${from}.${kept ? ` The previous database is kept as ${kept}.` : ''}`);
} catch (error) {
  console.error(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
