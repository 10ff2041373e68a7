// The stored states of conversations, on SQLite.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { conversationStatesFollowMessages } from './conversation-states.suite.ts';

conversationStatesFollowMessages(openTestApp);
