// Push from three processes on one PostgreSQL database.
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { pushReachesDevices } from './push.suite.ts';

pushReachesDevices(openSharedApps, { hasOneProcess: false });
