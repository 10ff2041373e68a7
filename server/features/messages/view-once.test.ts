// Pictures that their recipient can view once, on SQLite.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { picturesAreViewedOnce } from './view-once.suite.ts';

picturesAreViewedOnce(openTestApp);
