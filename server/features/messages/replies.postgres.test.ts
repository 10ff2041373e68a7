// Replies and reactions on PostgreSQL.
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { membersAnswerEachOther } from './replies.suite.ts';

membersAnswerEachOther(openPostgresTestApp);
