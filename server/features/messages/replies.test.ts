// Replies and reactions on SQLite.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { membersAnswerEachOther } from './replies.suite.ts';

membersAnswerEachOther(openTestApp);
