// Answers and emoji on the database that needs no installation.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { membersAnswerEachOther } from './replies.suite.ts';

membersAnswerEachOther(openTestApp);
