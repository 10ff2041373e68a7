// The stored states of conversations, on PostgreSQL.
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { conversationStatesFollowMessages } from './conversation-states.suite.ts';

conversationStatesFollowMessages(openPostgresTestApp);
