// Messages between two members on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { membersWriteToEachOther } from './messages.suite.ts';

afterAll(stopPostgres);

membersWriteToEachOther(openPostgresTestApp);
