// The stored states of conversations, on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { conversationStatesFollowMessages } from './conversation-states.suite.ts';

afterAll(stopPostgres);

conversationStatesFollowMessages(openPostgresTestApp);
