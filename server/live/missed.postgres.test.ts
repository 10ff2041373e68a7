// Tests on PostgreSQL what a page missed before its socket was open.
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { missedTests } from './missed.suite.ts';

missedTests(openPostgresTestApp);
