// Two processes on one PostgreSQL database share the positions of members.
import { migratedPostgresDatabase } from '#server/testing/app/postgres.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { processesShareThePositions } from './shared-positions.suite.ts';

processesShareThePositions(async (options) => {
  const { databaseUrl, remove } = await migratedPostgresDatabase();
  const [first, second] = [
    await openTestWorld({ ...options, databaseUrl, isShared: true }),
    await openTestWorld({ ...options, databaseUrl, isShared: true }),
  ];
  return {
    worlds: [first.world, second.world],
    async close() {
      for (const { close } of [first, second]) await close();
      await remove();
    },
  };
});
