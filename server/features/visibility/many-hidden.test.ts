// Members from whom many others are hidden, on SQLite.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { listsOfManyHidden } from './many-hidden.suite.ts';

listsOfManyHidden(openTestApp);
