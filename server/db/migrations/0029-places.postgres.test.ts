// Messages of an earlier process in a migrated PostgreSQL database.
import { tmpdir } from 'node:os';
import { freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { messagesOfEarlierProcesses } from './0029-places.suite.ts';

messagesOfEarlierProcesses(async () => ({ dataDir: tmpdir(), ...(await freshPostgresDatabase()) }));
