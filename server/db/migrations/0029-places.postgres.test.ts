// Messages of an earlier process in a migrated PostgreSQL database.
import { tmpdir } from 'node:os';
import { afterAll } from 'vitest';
import { freshPostgresDatabase, stopPostgres } from '#server/testing/app/postgres.ts';
import { messagesOfEarlierProcesses } from './0029-places.suite.ts';

afterAll(stopPostgres);

messagesOfEarlierProcesses(async () => ({ dataDir: tmpdir(), ...(await freshPostgresDatabase()) }));
