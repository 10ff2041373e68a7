// Push on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { pushReachesDevices } from './push.suite.ts';

afterAll(stopPostgres);

pushReachesDevices(openPostgresTestApp);
