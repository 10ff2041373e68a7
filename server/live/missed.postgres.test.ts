// Runs missed.suite.ts on PostgreSQL: changes that a page missed before its socket was open.
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { missedTests } from './missed.suite.ts';

missedTests(openPostgresTestApp);
