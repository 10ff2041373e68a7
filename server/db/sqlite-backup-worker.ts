// The worker thread that copies the database while the server runs.
import { workerData } from 'node:worker_threads';
import { backupSqlite } from './sqlite-backup.ts';

// The cast is safe, because sqlite-backup.ts passes these values.
const { from, to } = workerData as { from: string; to: string };
await backupSqlite(from, to);
