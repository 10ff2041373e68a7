// Tests on PostgreSQL what a page missed before its socket was open.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { missedTests } from './missed.suite.ts';

afterAll(stopPostgres);

missedTests(openPostgresTestApp);
