// Push from three processes on one PostgreSQL database.
import { afterAll } from 'vitest';
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { pushReachesDevices } from './push.suite.ts';

afterAll(stopPostgres);

pushReachesDevices(openSharedApps, { hasOneProcess: false });
