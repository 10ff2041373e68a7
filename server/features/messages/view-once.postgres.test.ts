// Pictures that their recipient can view once, on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { picturesAreViewedOnce } from './view-once.suite.ts';

afterAll(stopPostgres);

picturesAreViewedOnce(openPostgresTestApp);
