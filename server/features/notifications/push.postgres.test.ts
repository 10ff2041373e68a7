// Push on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '../../testing/postgres-app.ts';
import { stopPostgres } from '../../testing/postgres.ts';
import { pushReachesDevices } from './push.suite.ts';

afterAll(stopPostgres);

pushReachesDevices(openPostgresTestApp);
