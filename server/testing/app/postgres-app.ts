// The whole application on a fresh database of a real PostgreSQL server.
import { migratedPostgresDatabase } from './postgres.ts';
import { openTestApp, type OpenTestApp } from './test-app.ts';

export const openPostgresTestApp: OpenTestApp = async (options) => {
  const { databaseUrl, poolOf, remove } = await migratedPostgresDatabase();
  const app = await openTestApp({ ...options, databaseUrl, poolOf });
  return {
    ...app,
    async close() {
      await app.close();
      await remove();
    },
  };
};
