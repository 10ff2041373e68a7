// Search conversations on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { membersSearchTheirConversations } from './search.suite.ts';

afterAll(stopPostgres);

membersSearchTheirConversations(openPostgresTestApp);
