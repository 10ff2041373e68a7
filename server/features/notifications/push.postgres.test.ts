// Push on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/postgres-app.ts';
import { stopPostgres } from '#server/testing/postgres.ts';
import { pushReachesDevices } from './push.suite.ts';

afterAll(stopPostgres);

pushReachesDevices(openPostgresTestApp);
