// Searching conversations on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/postgres-app.ts';
import { stopPostgres } from '#server/testing/postgres.ts';
import { membersSearchTheirConversations } from './search.suite.ts';

afterAll(stopPostgres);

membersSearchTheirConversations(openPostgresTestApp);
