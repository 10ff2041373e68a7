// A restored PostgreSQL database. The other tests of sockets run there with three processes (live-of-processes.postgres.test.ts).
import { copyOfPostgresDatabase, freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { restoreTests } from './restore.suite.ts';

restoreTests(async () => {
  // This database can be copied only because no earlier test has kept connections to it.
  const { databaseUrl, remove } = await freshPostgresDatabase();
  return {
    options: { databaseUrl },
    copy: async () => ({ databaseUrl: (await copyOfPostgresDatabase(databaseUrl)).databaseUrl }),
    remove,
  };
});
