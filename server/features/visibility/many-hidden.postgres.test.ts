// Members from whom many others are hidden, on PostgreSQL.
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { listsOfManyHidden } from './many-hidden.suite.ts';

listsOfManyHidden(openPostgresTestApp);
