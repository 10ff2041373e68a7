// Sockets and messages with three processes on one database.
import { afterAll, describe } from 'vitest';
import { membersWriteToEachOther } from '#server/features/messages/messages.suite.ts';
import { stopPostgres } from '#server/testing/app/postgres.ts';
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { socketTests } from './live.suite.ts';

afterAll(stopPostgres);

describe('live events', () => socketTests(openSharedApps));
describe('messages', () => membersWriteToEachOther(openSharedApps));
