// Runs missed.suite.ts on SQLite: changes that a page missed before its socket was open.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { missedTests } from './missed.suite.ts';

missedTests(openTestApp);
