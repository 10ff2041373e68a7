// The WebSocket tests on PostgreSQL, where several connections commit concurrently, and a restored database.
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { copyOfPostgresDatabase, freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { socketTests } from './live.suite.ts';
import { restoreTests } from './restore.suite.ts';

socketTests(openPostgresTestApp);
restoreTests(async () => {
  // It can be copied only because no earlier test has kept connections to it.
  const { databaseUrl, remove } = await freshPostgresDatabase();
  return {
    options: { databaseUrl },
    copy: async () => ({ databaseUrl: (await copyOfPostgresDatabase(databaseUrl)).databaseUrl }),
    remove,
  };
});
