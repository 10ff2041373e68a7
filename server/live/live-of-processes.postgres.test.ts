// Sockets and messages with three processes on one database.
import { describe } from 'vitest';
import { membersWriteToEachOther } from '#server/features/messages/messages.suite.ts';
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { socketTests } from './live.suite.ts';

describe('live events', () => socketTests(openSharedApps));
describe('messages', () => membersWriteToEachOther(openSharedApps));
