// The WebSocket tests on PostgreSQL, where several connections commit concurrently.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { socketTests } from './live.suite.ts';

afterAll(stopPostgres);

socketTests(openPostgresTestApp);
