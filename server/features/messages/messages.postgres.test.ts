// Messages one to one on PostgreSQL.
import { afterAll } from 'vitest';
import { openPostgresTestApp } from '../../testing/postgres-app.ts';
import { stopPostgres } from '../../testing/postgres.ts';
import { membersWriteToEachOther } from './messages.suite.ts';

afterAll(stopPostgres);

membersWriteToEachOther(openPostgresTestApp);
