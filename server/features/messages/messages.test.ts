// Messages one to one on SQLite.
import { openTestApp } from '../../testing/test-app.ts';
import { membersWriteToEachOther } from './messages.suite.ts';

membersWriteToEachOther(openTestApp);
