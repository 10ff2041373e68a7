// The worker thread that copies the database of a running server.
import { workerData } from 'node:worker_threads';
import { backupSqlite } from './sqlite-backup.ts';

// Passed by sqlite-backup.ts.
const { from, to } = workerData as { from: string; to: string };
await backupSqlite(from, to);
