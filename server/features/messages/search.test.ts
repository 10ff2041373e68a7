// Search conversations on SQLite.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { membersSearchTheirConversations } from './search.suite.ts';

membersSearchTheirConversations(openTestApp);
