// The WebSocket tests on SQLite.
import { openTestApp } from '#server/testing/app/test-app.ts';
import { socketsKeepUp } from './live.suite.ts';

socketsKeepUp(openTestApp);
