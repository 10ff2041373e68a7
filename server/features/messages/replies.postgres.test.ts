// Replies and reactions on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { membersAnswerEachOther } from './replies.suite.ts';

afterAll(stopPostgres);

membersAnswerEachOther(openPostgresTestApp);
