// The WebSocket tests on SQLite.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { socketTests } from './live.suite.ts';

socketTests(openTestApp);
