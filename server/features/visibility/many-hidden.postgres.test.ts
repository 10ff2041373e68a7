// Members from whom many others are hidden, on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { listsOfManyHidden } from './many-hidden.suite.ts';

afterAll(stopPostgres);

listsOfManyHidden(openPostgresTestApp);
