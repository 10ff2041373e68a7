// Search conversations on PostgreSQL.
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { membersSearchTheirConversations } from './search.suite.ts';

membersSearchTheirConversations(openPostgresTestApp);
