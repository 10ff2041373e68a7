// The thread in which a running server copies its database.
import { workerData } from 'node:worker_threads';
import { backupSqlite } from './sqlite-backup.ts';

// Given by the only place that starts this thread.
const { from, to } = workerData as { from: string; to: string };
await backupSqlite(from, to);
